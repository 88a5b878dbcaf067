import {
  to = dhcp_reservation.printer
  id = "10.1.0.50"
}
