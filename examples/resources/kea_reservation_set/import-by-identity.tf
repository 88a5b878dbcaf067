import {
  to       = kea_reservation_set.office
  provider = dhcp
  identity = {
    id = "192.0.2.0/24"
  }
}
