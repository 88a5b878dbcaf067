# MAC filters by the beginning of their names.
list "dhcp_mac_filter" "some" {
  provider = dhcp
  limit    = 1000

  config {
    name_prefix = "Toys"
  }
}
