# IPv6 scopes of one network.
list "dhcp_scope_v6" "some" {
  provider = dhcp
  limit    = 1000

  config {
    within = "2001:db8::/32"
  }
}
