# All devices of one manufacturer.
resource "dhcp_mac_filter" "printers" {
  mac_address = "02-1F-3B-*"
  list        = "Allow"
  description = "Printers"
}

resource "dhcp_mac_filter" "lost" {
  mac_address = "02:1f:3b:7c:b7:89"
  list        = "Deny"
  description = "Lost notebook"
}
