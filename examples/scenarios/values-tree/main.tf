# The connection comes from the environment: DHCP_WINDOWS_HOST and the like.
provider "dhcp" {
  windows = {}
}

data "dhcp_site_values" "fleet" {
  root    = "${path.module}/sites"
  include = var.include
  fail_on = var.fail_on
}

resource "dhcp_scope" "fleet" {
  for_each = data.dhcp_site_values.fleet.scopes

  name           = each.value.name
  network        = each.value.network
  subnet_mask    = each.value.subnet_mask
  start_range    = each.value.start_range
  end_range      = each.value.end_range
  lease_duration = each.value.lease_duration
  description    = each.value.description
  gateway        = each.value.gateway
  dns_servers    = each.value.dns_servers
  dns_domain     = each.value.dns_domain
  exclusions     = each.value.exclusions
}

resource "dhcp_failover" "fleet" {
  for_each = data.dhcp_site_values.fleet.failovers

  name                  = each.value.name
  partner_server        = each.value.partner_server
  scope_ids             = each.value.scope_ids
  mode                  = each.value.mode
  server_role           = each.value.server_role
  reserve_percent       = each.value.reserve_percent
  load_balance_percent  = each.value.load_balance_percent
  max_client_lead_time  = each.value.max_client_lead_time
  state_switch_interval = each.value.state_switch_interval
  auto_state_transition = each.value.auto_state_transition

  # A scope has to be there before it joins, and leaves before it goes.
  depends_on = [dhcp_scope.fleet]
}
