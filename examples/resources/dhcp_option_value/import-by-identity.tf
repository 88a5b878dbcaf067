import {
  to = dhcp_option_value.ntp
  identity = {
    id = "scope/10.1.0.0/42"
  }
}
