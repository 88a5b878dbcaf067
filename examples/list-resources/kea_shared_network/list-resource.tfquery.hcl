# Shared networks by the beginning of their names.
list "kea_shared_network" "some" {
  provider = dhcp
  limit    = 1000

  config {
    service     = "dhcp4"
    name_prefix = "floor"
  }
}
