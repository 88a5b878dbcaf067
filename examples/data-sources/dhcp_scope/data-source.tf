data "dhcp_scope" "office" {
  scope_id = "10.1.0.0"
}

output "office_dns" {
  value = data.dhcp_scope.office.dns_servers
}
