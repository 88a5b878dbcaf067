# Reservations by the beginning of their host names.
list "kea_reservation" "some" {
  provider = dhcp
  limit    = 1000

  config {
    service     = "dhcp4"
    name_prefix = "web"
  }
}
