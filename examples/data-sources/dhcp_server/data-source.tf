data "dhcp_server" "this" {}

check "dhcp_server_is_ready" {
  assert {
    condition     = data.dhcp_server.this.ready
    error_message = "The DHCP server cannot be managed: ${data.dhcp_server.this.reason}"
  }
}
