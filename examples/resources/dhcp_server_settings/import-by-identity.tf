import {
  to = dhcp_server_settings.this
  identity = {
    id = "server"
  }
}
