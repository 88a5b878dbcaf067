import {
  to = dhcp_option_definition_v6.controllers
  id = "52"
}
