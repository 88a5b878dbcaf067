# A class is imported by its type and name.
terraform import dhcp_class.phones 'Vendor/Phones'
