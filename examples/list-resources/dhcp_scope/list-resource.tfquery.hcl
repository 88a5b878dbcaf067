# Scopes of one network, by the beginning of their names.
list "dhcp_scope" "some" {
  provider = dhcp
  limit    = 1000

  config {
    within      = "10.1.0.0/16"
    name_prefix = "Floor"
  }
}
