import {
  to = dhcp_mac_filter_list.this
  id = "server"
}
