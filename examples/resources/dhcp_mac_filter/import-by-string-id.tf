import {
  to = dhcp_mac_filter.printers
  id = "02-1F-3B-*"
}
