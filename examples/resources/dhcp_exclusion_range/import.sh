# An exclusion is imported by its scope, first and last address.
terraform import dhcp_exclusion_range.phones '10.1.0.0/10.1.0.20-10.1.0.29'
