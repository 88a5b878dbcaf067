# A range of a scope that another team owns.
resource "dhcp_exclusion_range" "phones" {
  scope_id      = "10.1.0.0"
  start_address = "10.1.0.20"
  end_address   = "10.1.0.29"
}
