resource "dhcp_mac_filter" "lost" {
  mac_address = "02-1F-3B-7C-B7-89"
  list        = "Deny"
  description = "Lost notebook"
}

# In force after its entries are made, and out of force before they go.
resource "dhcp_mac_filter_list" "this" {
  deny_enabled = true

  depends_on = [dhcp_mac_filter.lost]
}
