# No answers for ten minutes at most
action "kea_dhcp_disable" "maintenance" {
  provider = dhcp

  config {
    max_period = 600
  }
}
