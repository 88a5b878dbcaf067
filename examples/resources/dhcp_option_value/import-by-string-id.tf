import {
  to = dhcp_option_value.ntp
  id = "scope/10.1.0.0/42"
}
