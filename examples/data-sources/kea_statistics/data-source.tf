data "kea_statistics" "dhcp4" {
  provider = dhcp
}

output "nearly_full" {
  value = [
    for s in data.kea_statistics.dhcp4.servers[0].subnets : s.subnet_id
    if coalesce(s.utilization, 0) > 0.9
  ]
}
