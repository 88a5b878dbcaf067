# Interfaces by the beginning of their names.
list "dhcp_server_binding" "some" {
  provider = dhcp
  limit    = 1000

  config {
    name_prefix = "Ethernet"
  }
}
