# Scopes in one network that have reservations.
list "dhcp_reservation_set" "some" {
  provider = dhcp
  limit    = 1000

  config {
    within = "10.1.0.0/16"
  }
}
