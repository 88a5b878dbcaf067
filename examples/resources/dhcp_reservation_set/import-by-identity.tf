import {
  to = dhcp_reservation_set.office
  identity = {
    id = "10.1.0.0"
  }
}
