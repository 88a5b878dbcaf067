import {
  to       = kea_client_class.phones
  provider = dhcp
  id       = "dhcp4/phones"
}
