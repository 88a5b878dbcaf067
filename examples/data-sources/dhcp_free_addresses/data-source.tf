data "dhcp_free_addresses" "next" {
  scope_id = "10.1.0.0"
  number   = 5
}

output "free" {
  value = data.dhcp_free_addresses.next.addresses
}
