# Service and name.
terraform import kea_shared_network.floor2 'dhcp4/floor2'
