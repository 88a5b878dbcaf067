# Every active scope inside 10.1.0.0/16.
data "dhcp_scopes" "campus" {
  within = "10.1.0.0/16"
  state  = "Active"
}

output "campus_scopes" {
  value = { for s in data.dhcp_scopes.campus.scopes : s.scope_id => s.name }
}

# Scopes that could not be read, with the reason.
output "broken_scopes" {
  value = data.dhcp_scopes.campus.errors
}
