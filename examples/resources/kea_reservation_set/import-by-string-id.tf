import {
  to       = kea_reservation_set.office
  provider = dhcp
  id       = "192.0.2.0/24"
}
