import {
  to = dhcp_mac_filter.printers
  identity = {
    id = "02-1F-3B-*"
  }
}
