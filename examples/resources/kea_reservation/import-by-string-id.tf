import {
  to       = kea_reservation.web
  provider = dhcp
  id       = "192.0.2.0/24/02:00:5e:10:00:01"
}
