import {
  to = dhcp_server_authorization.dhcp2
  id = "dhcp2.corp.example/10.0.0.11"
}
