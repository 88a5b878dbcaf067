import {
  to       = kea_lease.camera
  provider = dhcp
  identity = {
    id = "dhcp4/192.0.2.150"
  }
}
