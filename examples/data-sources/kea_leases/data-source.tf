# Needs the hook library lease_cmds in the server.
data "kea_leases" "office" {
  provider = dhcp

  subnet_id = 1
  state     = "assigned"
}

output "clients" {
  value = { for l in data.kea_leases.office.leases : l.address => l.hostname }
}
