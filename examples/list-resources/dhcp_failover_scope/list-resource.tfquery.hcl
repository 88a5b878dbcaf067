# Scopes of relationships in one network.
list "dhcp_failover_scope" "some" {
  provider = dhcp
  limit    = 1000

  config {
    within = "10.0.0.0/8"
  }
}
