# Free the addresses of expired leases now
action "kea_leases_reclaim" "expired" {
  provider = dhcp

  config {
    remove = true
  }
}
