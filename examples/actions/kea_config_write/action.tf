# Keep what was changed with kea.persist = false
action "kea_config_write" "all" {
  provider = dhcp

  config {
    service = "dhcp4"
  }
}
