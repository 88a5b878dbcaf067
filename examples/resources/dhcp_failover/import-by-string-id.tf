import {
  to = dhcp_failover.pair
  id = "dhcp1-dhcp2"
}
