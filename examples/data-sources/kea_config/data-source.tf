# A check of the configuration, without its secrets.
data "kea_config" "dhcp4" {
  provider = dhcp
}

output "no_subnet_without_routers" {
  value = alltrue([
    for s in jsondecode(data.kea_config.dhcp4.json).subnet4 :
    contains([for o in s["option-data"] : o.name], "routers")
  ])
}
