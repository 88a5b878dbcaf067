# The server registers all clients, also those that do not ask for it.
resource "dhcp_dns_settings" "server" {
  dynamic_updates          = "Always"
  update_for_older_clients = true
  name_protection          = true
}

# One scope is left out of DNS.
resource "dhcp_dns_settings" "office" {
  scope_id        = "10.1.0.0"
  dynamic_updates = "Never"
}
