import {
  to       = kea_pool.guests
  provider = dhcp
  identity = {
    id = "dhcp4/1/192.0.2.200-192.0.2.239"
  }
}
