data "dhcp_scopes_v6" "active" {
  within = "2001:db8::/48"
  state  = "Active"
}

output "prefixes" {
  value = [for s in data.dhcp_scopes_v6.active.scopes : s.prefix]
}
