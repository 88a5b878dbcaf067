import {
  to = dhcp_scope.office
  id = "10.1.0.0"
}
