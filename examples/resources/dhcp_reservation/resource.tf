resource "dhcp_reservation" "printer" {
  scope_id    = "10.1.0.0"
  address     = "10.1.0.50"
  client_id   = "00-11-22-33-44-55"
  name        = "printer-2-17"
  description = "Second floor, room 17"

  # Options of the reservation's own: host name and time servers.
  options = {
    12 = ["printer-2-17"]
    42 = ["10.0.0.10", "10.0.0.11"]
  }
}

# The next free address of the scope, kept from then on.
resource "dhcp_reservation" "camera" {
  scope_id  = "10.1.0.0"
  client_id = "00:11:22:33:44:66"
  name      = "camera-entrance"

  # So that no fixed address is given away.
  depends_on = [dhcp_reservation.printer]
}
