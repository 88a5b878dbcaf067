import {
  to       = kea_pool.guests
  provider = dhcp
  id       = "192.0.2.0/24/192.0.2.200-192.0.2.239"
}
