# The relationship dhcp1-dhcp2 is managed by somebody else.
resource "dhcp_failover_scope" "office" {
  failover_name = "dhcp1-dhcp2"
  scope_id      = "10.1.0.0"
}
