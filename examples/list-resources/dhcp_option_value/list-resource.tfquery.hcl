# Option values of scopes and reservations in one network.
list "dhcp_option_value" "some" {
  provider = dhcp
  limit    = 1000

  config {
    within = "10.1.0.0/16"
  }
}
