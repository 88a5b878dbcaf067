# Leases of a scope that end within a day.
data "dhcp_leases" "ending" {
  scope_id       = "10.1.0.0"
  expires_before = timeadd(plantimestamp(), "24h")
}

# Addresses that a client has declined: somebody else uses them.
data "dhcp_leases" "declined" {
  states = ["Declined"]
}

output "conflicts" {
  value = data.dhcp_leases.declined.leases[*].address
}
