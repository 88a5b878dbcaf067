import {
  to = dhcp_policy.phones
  id = "10.1.0.0/Phones"
}
