# Multicast scopes by the beginning of their names.
list "dhcp_multicast_scope" "some" {
  provider = dhcp
  limit    = 1000

  config {
    name_prefix = "Video"
  }
}
