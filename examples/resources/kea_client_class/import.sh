# Service and name.
terraform import kea_client_class.phones 'dhcp4/phones'
