import {
  to = dhcp_option_definition.tftp
  identity = {
    id = "150"
  }
}
