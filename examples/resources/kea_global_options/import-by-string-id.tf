import {
  to       = kea_global_options.all
  provider = dhcp
  id       = "dhcp4"
}
