# One more pool in a subnet that the server's configuration file defines.
resource "kea_pool" "guests" {
  provider = dhcp

  subnet         = "192.0.2.0/24"
  pool           = "192.0.2.200-192.0.2.239"
  client_classes = ["guests"]
}
