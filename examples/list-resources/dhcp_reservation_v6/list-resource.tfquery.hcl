# IPv6 reservations in one network.
list "dhcp_reservation_v6" "some" {
  provider = dhcp
  limit    = 1000

  config {
    within = "2001:db8::/32"
  }
}
