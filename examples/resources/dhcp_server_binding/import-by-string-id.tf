import {
  to = dhcp_server_binding.lan
  id = "Ethernet"
}
