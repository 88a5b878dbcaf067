# Option definitions by the beginning of their names.
list "dhcp_option_definition" "some" {
  provider = dhcp
  limit    = 1000

  config {
    name_prefix = "WPAD"
  }
}
