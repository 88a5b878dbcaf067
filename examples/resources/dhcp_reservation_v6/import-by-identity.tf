import {
  to = dhcp_reservation_v6.printer
  identity = {
    id = "2001:db8:0:1::20"
  }
}
