import {
  to = dhcp_server_binding.lan
  identity = {
    id = "Ethernet"
  }
}
