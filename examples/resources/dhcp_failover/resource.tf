resource "dhcp_scope" "site" {
  for_each    = { berlin = "10.1.0", hamburg = "10.2.0" }
  name        = title(each.key)
  network     = "${each.value}.0"
  subnet_mask = "255.255.255.0"
  start_range = "${each.value}.50"
  end_range   = "${each.value}.200"
}

# This server answers, the partner waits.
resource "dhcp_failover" "pair" {
  name                  = "dhcp1-dhcp2"
  partner_server        = "dhcp2.corp.example"
  scope_ids             = [for s in dhcp_scope.site : s.scope_id]
  mode                  = "HotStandby"
  reserve_percent       = 10
  max_client_lead_time  = "1h"
  state_switch_interval = "45m"
}
