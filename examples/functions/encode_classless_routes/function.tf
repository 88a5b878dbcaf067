# Option 121 for clients of another vendor's server, or for a template.
output "option_121" {
  value = provider::dhcp::encode_classless_routes([
    { destination = "10.8.0.0/16", router = "10.1.0.254" },
    { destination = "0.0.0.0/0", router = "10.1.0.1" },
  ])
}
