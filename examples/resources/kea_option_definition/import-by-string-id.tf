import {
  to       = kea_option_definition.call_server
  provider = dhcp
  id       = "dhcp4/dhcp4/234"
}
