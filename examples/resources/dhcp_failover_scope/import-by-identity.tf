import {
  to = dhcp_failover_scope.office
  identity = {
    id = "dhcp1-dhcp2/10.1.0.0"
  }
}
