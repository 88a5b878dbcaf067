# Twenty scopes: floors that are all alike, and the others, each in its own way.
locals {
  floors = { for n in range(1, 13) : format("floor-%02d", n) => n }
}

resource "dhcp_scope" "floor" {
  for_each       = local.floors
  name           = "Floor ${each.value}, \"north\""
  description    = each.value % 3 == 0 ? "Étage ${each.value} – öffentlich" : ""
  network        = "10.20.${each.value}.0"
  subnet_mask    = "255.255.255.0"
  start_range    = "10.20.${each.value}.20"
  end_range      = "10.20.${each.value}.250"
  lease_duration = ["8d", "8h", "1d12h"][each.value % 3]

  gateway     = "10.20.${each.value}.1"
  dns_servers = ["10.0.0.53", "10.0.1.53"]
  dns_domain  = "floor${each.value}.corp.example"

  exclusions = each.value % 2 == 0 ? [
    { start_address = "10.20.${each.value}.60", end_address = "10.20.${each.value}.69" },
    { start_address = "10.20.${each.value}.200", end_address = "10.20.${each.value}.200" },
  ] : null
}

resource "dhcp_scope" "install" {
  name           = "Installation network"
  network        = "10.30.0.0"
  subnet_mask    = "255.255.254.0"
  start_range    = "10.30.0.10"
  end_range      = "10.30.1.250"
  lease_duration = "90m"
  boot_server    = "boot.corp.example"
  boot_file      = "pxelinux.0"
  type           = "Both"
  delay          = 100

  max_bootp_clients = 50
}

resource "dhcp_scope" "phones" {
  name           = "Phones"
  network        = "10.31.0.0"
  subnet_mask    = "255.255.252.0"
  start_range    = "10.31.0.10"
  end_range      = "10.31.3.250"
  lease_duration = "30d"
  gateway        = "10.31.0.1"
}

resource "dhcp_scope" "guests" {
  name              = "Guests"
  network           = "10.32.0.0"
  subnet_mask       = "255.255.0.0"
  start_range       = "10.32.1.0"
  end_range         = "10.32.255.250"
  lease_duration    = "1h"
  gateway           = "10.32.0.1"
  dns_servers       = ["192.0.2.53"]
  activate_policies = false
}

# Made ready, not in use yet.
resource "dhcp_scope" "annexe" {
  name           = "Annexe (2027)"
  network        = "10.33.0.0"
  subnet_mask    = "255.255.255.128"
  start_range    = "10.33.0.10"
  end_range      = "10.33.0.120"
  lease_duration = "unlimited"
  state          = "Inactive"
}

# Exclusions of this scope belong to another team.
resource "dhcp_scope" "labs" {
  name        = "Laboratories"
  network     = "10.34.0.0"
  subnet_mask = "255.255.255.0"
  start_range = "10.34.0.10"
  end_range   = "10.34.0.250"
}

resource "dhcp_exclusion_range" "labs" {
  for_each      = { analyzers = ["10.34.0.20", "10.34.0.29"], gateway = ["10.34.0.250", "10.34.0.250"] }
  scope_id      = dhcp_scope.labs.scope_id
  start_address = each.value[0]
  end_address   = each.value[1]
}

# The sites in failover.
resource "dhcp_scope" "site" {
  for_each    = { berlin = 41, hamburg = 42, dresden = 43 }
  name        = title(each.key)
  network     = "10.40.${each.value}.0"
  subnet_mask = "255.255.255.0"
  start_range = "10.40.${each.value}.50"
  end_range   = "10.40.${each.value}.200"
  gateway     = "10.40.${each.value}.1"
}

resource "dhcp_failover" "pair" {
  name                  = "dhcp1-dhcp2"
  partner_server        = var.partner_server
  scope_ids             = [for s in dhcp_scope.site : s.scope_id]
  mode                  = "HotStandby"
  reserve_percent       = 10
  max_client_lead_time  = "1h"
  state_switch_interval = "45m"
}

resource "dhcp_superscope" "all" {
  for_each  = { "Ground floors" = ["floor-01", "floor-02"], "Upper floors" = ["floor-11", "floor-12"] }
  name      = each.key
  scope_ids = [for floor in each.value : dhcp_scope.floor[floor].scope_id]
}
