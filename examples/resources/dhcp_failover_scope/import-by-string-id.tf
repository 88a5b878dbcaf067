import {
  to = dhcp_failover_scope.office
  id = "dhcp1-dhcp2/10.1.0.0"
}
