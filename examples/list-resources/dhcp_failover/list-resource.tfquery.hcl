# Relationships by the beginning of their names.
list "dhcp_failover" "some" {
  provider = dhcp
  limit    = 1000

  config {
    name_prefix = "dhcp1-"
  }
}
