import {
  to = dhcp_option_definition.tftp
  id = "150"
}
