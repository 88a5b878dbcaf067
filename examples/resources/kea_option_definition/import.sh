# Service, space and code.
terraform import kea_option_definition.call_server 'dhcp4/dhcp4/234'
