# Exclusions of scopes in one network.
list "dhcp_exclusion_range" "some" {
  provider = dhcp
  limit    = 1000

  config {
    within = "10.1.0.0/16"
  }
}
