resource "dhcp_scope_v6" "lab" {
  prefix = "2001:db8:0:1::"
  name   = "Lab"
}

resource "dhcp_exclusion_range_v6" "routers" {
  prefix        = dhcp_scope_v6.lab.prefix
  start_address = "2001:db8:0:1::1"
  end_address   = "2001:db8:0:1::f"
}
