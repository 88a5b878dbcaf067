# Subnets, pools and reservations of a plan that kea_from_netbox returned.
resource "kea_subnet" "this" {
  provider = dhcp
  for_each = var.plan.subnets

  subnet       = each.value.subnet
  user_context = each.value.user_context
}

resource "kea_pool" "this" {
  provider = dhcp
  for_each = var.plan.pools

  subnet       = kea_subnet.this[each.value.subnet_key].subnet
  pool         = each.value.pool
  user_context = each.value.user_context
}

resource "kea_reservation" "this" {
  provider = dhcp
  for_each = var.plan.reservations

  subnet        = kea_subnet.this[each.value.subnet_key].subnet
  hw_address    = each.value.hw_address
  ip_address    = each.value.ip_address
  ip_addresses  = each.value.ip_addresses
  allocate_from = each.value.allocate_from
  hostname      = each.value.hostname
  user_context  = each.value.user_context
}
