import {
  to = dhcp_option_definition_v6.controllers
  identity = {
    id = "52"
  }
}
