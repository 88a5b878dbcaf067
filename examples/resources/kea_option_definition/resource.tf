resource "kea_option_definition" "call_server" {
  provider = dhcp

  service = "dhcp4"
  code    = 234
  name    = "call-server"
  type    = "ipv4-address"
  array   = true
}

# The option is named by its definition, so that Terraform keeps the order.
resource "kea_client_class" "callers" {
  provider = dhcp

  service     = "dhcp4"
  name        = "callers"
  option_data = [{ name = kea_option_definition.call_server.name, data = "192.0.2.5, 192.0.2.6" }]
}
