import {
  to = dhcp_reservation_set.office
  id = "10.1.0.0"
}
