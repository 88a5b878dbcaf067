import {
  to = dhcp_policy.phones
  identity = {
    id = "10.1.0.0/Phones"
  }
}
