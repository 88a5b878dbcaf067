import {
  to = dhcp_scope.office
  identity = {
    id = "10.1.0.0"
  }
}
