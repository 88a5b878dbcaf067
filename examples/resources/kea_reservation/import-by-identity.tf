import {
  to       = kea_reservation.web
  provider = dhcp
  identity = {
    id = "dhcp4/1/hw-address=02:00:5e:10:00:01"
  }
}
