import {
  to = dhcp_option_value_v6.dns
  identity = {
    id = "scope/2001:db8:0:1::/23"
  }
}
