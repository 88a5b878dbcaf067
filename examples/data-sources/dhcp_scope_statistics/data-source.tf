data "dhcp_scope_statistics" "all" {}

# Scopes that will soon be full.
output "nearly_full" {
  value = [for s in data.dhcp_scope_statistics.all.scopes : s.scope_id if s.percentage_in_use > 90]
}
