import {
  to = dhcp_class.phones
  id = "Vendor/Phones"
}
