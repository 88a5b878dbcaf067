output "payloads" {
  description = "Scope of each cluster as canonical JSON."
  value       = data.dhcp_site_values.fleet.payloads
}
