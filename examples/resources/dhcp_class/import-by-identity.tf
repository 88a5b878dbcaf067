import {
  to = dhcp_class.phones
  identity = {
    id = "Vendor/Phones"
  }
}
