# All reservations of a scope: what is not in the map is removed.
resource "dhcp_reservation_set" "office" {
  scope_id     = "10.1.0.0"
  exclusive    = true
  max_removals = 5

  reservations = {
    "printer-2-17" = { address = "10.1.0.50", client_id = "00-11-22-33-44-55", name = "printer-2-17" }
    "camera-1"     = { address = "10.1.0.51", client_id = "00:11:22:33:44:66", description = "Entrance" }
  }
}
