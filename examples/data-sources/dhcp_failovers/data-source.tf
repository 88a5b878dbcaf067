data "dhcp_failovers" "all" {}

output "failover_states" {
  value = { for f in data.dhcp_failovers.all.failovers : f.name => f.state }
}
