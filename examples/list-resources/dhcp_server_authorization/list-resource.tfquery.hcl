# Authorized servers in one network.
list "dhcp_server_authorization" "some" {
  provider = dhcp
  limit    = 1000

  config {
    within = "192.0.2.0/24"
  }
}
