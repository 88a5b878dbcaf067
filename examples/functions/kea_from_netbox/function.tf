# Manifests in Git: their specs count, since nothing has reconciled them.
locals {
  plan = provider::dhcp::kea_from_netbox(
    [for name in fileset(path.module, "plan/*.yaml") : file("${path.module}/${name}")],
    { require_ready = false },
  )
}

# What the Terraform provider netbox returns; MAC addresses come from a custom field.
data "netbox_prefixes" "all" {}
data "netbox_ip_ranges" "all" {}
data "netbox_ip_addresses" "dhcp" {
  filter {
    name  = "status"
    value = "dhcp"
  }
}

locals {
  netbox = provider::dhcp::kea_from_netbox([
    data.netbox_prefixes.all,
    data.netbox_ip_ranges.all,
    data.netbox_ip_addresses.dhcp,
  ])
}

resource "kea_reservation" "machine" {
  provider = dhcp
  for_each = local.netbox.reservations

  subnet        = each.value.subnet
  hw_address    = each.value.hw_address
  ip_address    = each.value.ip_address
  ip_addresses  = each.value.ip_addresses
  allocate_from = each.value.allocate_from
  hostname      = each.value.hostname
  user_context  = each.value.user_context
}

output "left_out" {
  value = concat(local.plan.warnings, local.netbox.warnings)
}
