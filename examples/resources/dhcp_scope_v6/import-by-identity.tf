import {
  to = dhcp_scope_v6.lab
  identity = {
    id = "2001:db8:0:1::"
  }
}
