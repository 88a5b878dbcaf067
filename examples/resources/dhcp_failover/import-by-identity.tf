import {
  to = dhcp_failover.pair
  identity = {
    id = "dhcp1-dhcp2"
  }
}
