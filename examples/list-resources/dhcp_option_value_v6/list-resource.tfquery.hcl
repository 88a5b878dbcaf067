# DHCPv6 option values of scopes and reservations in one network.
list "dhcp_option_value_v6" "some" {
  provider = dhcp
  limit    = 1000

  config {
    within = "2001:db8::/32"
  }
}
