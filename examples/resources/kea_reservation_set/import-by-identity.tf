import {
  to = kea_reservation_set.office
  identity = {
    id = "192.0.2.0/24"
  }
}
