import {
  to = dhcp_mac_filter_list.this
  identity = {
    id = "server"
  }
}
