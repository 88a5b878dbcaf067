# After something else changed the configuration file
action "kea_config_reload" "file" {
  provider = dhcp

  config {
    service = "dhcp4"
  }
}
