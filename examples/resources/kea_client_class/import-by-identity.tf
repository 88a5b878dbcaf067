import {
  to       = kea_client_class.phones
  provider = dhcp
  identity = {
    id = "dhcp4/phones"
  }
}
