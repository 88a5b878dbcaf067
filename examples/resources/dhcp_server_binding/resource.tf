resource "dhcp_server_binding" "lan" {
  interface_alias = "Ethernet"
  bound           = true
}
