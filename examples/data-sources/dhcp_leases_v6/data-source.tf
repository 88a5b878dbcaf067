data "dhcp_leases_v6" "lab" {
  prefix = "2001:db8:0:1::"
}

output "hosts" {
  value = { for l in data.dhcp_leases_v6.lab.leases : l.address => l.host_name }
}
