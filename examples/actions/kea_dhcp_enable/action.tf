# Answer clients again
action "kea_dhcp_enable" "maintenance" {
  provider = dhcp

  config {
    service = "dhcp4"
  }
}
