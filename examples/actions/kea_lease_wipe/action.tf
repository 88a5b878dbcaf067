# All leases of a subnet that nobody uses any more
action "kea_lease_wipe" "old" {
  provider = dhcp

  config {
    subnet_id = 4
  }
}
