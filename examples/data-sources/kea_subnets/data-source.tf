data "kea_subnets" "here" {
  provider = dhcp

  contains = "192.0.2.77"
}

output "pools" {
  value = data.kea_subnets.here.subnets[0].pools
}
