resource "kea_shared_network" "floor2" {
  provider = dhcp

  service        = "dhcp4"
  name           = "floor2"
  valid_lifetime = 14400
  relay          = ["198.51.100.1"]
  option_data    = [{ name = "domain-name", data = "floor2.example.com" }]
}

# Subnets on the link of the network.
resource "kea_subnet" "floor2" {
  provider = dhcp
  for_each = toset(["198.51.100.0/25", "198.51.100.128/25"])

  subnet         = each.key
  shared_network = kea_shared_network.floor2.name
}
