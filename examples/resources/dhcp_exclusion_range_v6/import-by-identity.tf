import {
  to = dhcp_exclusion_range_v6.routers
  identity = {
    id = "2001:db8:0:1::/2001:db8:0:1::1-2001:db8:0:1::f"
  }
}
