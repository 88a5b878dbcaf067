# Desk phones get addresses of their own range and a long lease.
resource "dhcp_policy" "phones" {
  name             = "Phones"
  scope_id         = "10.1.0.0"
  processing_order = 1

  conditions = [
    { type = "mac_address", operator = "EQ", values = ["00-15-5D-*", "02-1F-3B-*"] },
  ]
  ranges = [
    { start_address = "10.1.0.150", end_address = "10.1.0.179" },
  ]

  lease_duration = "30d"
  dns_suffix     = "phones.corp.example"

  # What the phones get in place of the scope's values: their boot server.
  options = {
    66 = ["phones.corp.example"]
  }
}

# Every machine that does not belong to the company, in all scopes of the server.
resource "dhcp_policy" "guests" {
  name      = "Guests"
  condition = "And"

  conditions = [
    { type = "fqdn", operator = "NE", values = ["*.corp.example"] },
    { type = "fqdn", operator = "INSL" },
  ]

  lease_duration = "1h"
}
