data "dhcp_policies" "office" {
  scope_id = "10.1.0.0"
}

output "policies" {
  value = [for p in data.dhcp_policies.office.policies : p.name if p.enabled]
}
