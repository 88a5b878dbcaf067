# Exclusions of IPv6 scopes in one network.
list "dhcp_exclusion_range_v6" "some" {
  provider = dhcp
  limit    = 1000

  config {
    within = "2001:db8::/32"
  }
}
