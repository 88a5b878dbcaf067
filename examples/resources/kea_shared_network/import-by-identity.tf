import {
  to       = kea_shared_network.floor2
  provider = dhcp
  identity = {
    id = "dhcp4/floor2"
  }
}
