resource "dhcp_server_authorization" "dhcp2" {
  dns_name   = "dhcp2.corp.example"
  ip_address = "10.0.0.11"
}
