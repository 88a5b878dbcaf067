import {
  to       = kea_subnet.office
  provider = dhcp
  identity = {
    id = "dhcp4/1"
  }
}
