import {
  to = dhcp_server_settings.this
  id = "server"
}
