# The subnet of the clients behind a relay agent.
data "kea_subnet_for_address" "relay" {
  provider = dhcp

  address = "192.0.2.1"
}

output "subnet" {
  value = data.kea_subnet_for_address.relay.subnet
}
