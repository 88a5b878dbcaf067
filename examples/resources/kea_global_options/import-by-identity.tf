import {
  to       = kea_global_options.all
  provider = dhcp
  identity = {
    id = "dhcp4"
  }
}
