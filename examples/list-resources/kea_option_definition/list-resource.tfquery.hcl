# Option definitions by the beginning of their names.
list "kea_option_definition" "some" {
  provider = dhcp
  limit    = 1000

  config {
    service     = "dhcp4"
    name_prefix = "wpad"
  }
}
