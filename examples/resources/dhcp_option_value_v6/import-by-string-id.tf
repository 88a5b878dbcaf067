import {
  to = dhcp_option_value_v6.dns
  id = "scope/2001:db8:0:1::/23"
}
