import {
  to = dhcp_reservation.printer
  identity = {
    id = "10.1.0.50"
  }
}
