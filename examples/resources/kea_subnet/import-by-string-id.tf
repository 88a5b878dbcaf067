import {
  to       = kea_subnet.office
  provider = dhcp
  id       = "192.0.2.0/24"
}
