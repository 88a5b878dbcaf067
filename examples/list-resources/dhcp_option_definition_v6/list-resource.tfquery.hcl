# DHCPv6 option definitions by the beginning of their names.
list "dhcp_option_definition_v6" "some" {
  provider = dhcp
  limit    = 1000

  config {
    name_prefix = "Access"
  }
}
