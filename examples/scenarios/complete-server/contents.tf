# What stands in the scopes: reservations, policies, options and DNS settings.
resource "dhcp_reservation" "printer" {
  for_each    = local.floors
  scope_id    = dhcp_scope.floor[each.key].scope_id
  address     = "10.20.${each.value}.${each.value % 2 == 0 ? 65 : 10}"
  client_id   = format("00:11:22:33:44:%02x", each.value)
  name        = "printer-${each.value}"
  description = "Corridor, floor ${each.value}"
  type        = "Dhcp"
}

# The next free address, whatever it is.
resource "dhcp_reservation" "camera" {
  scope_id  = dhcp_scope.phones.scope_id
  client_id = "0011.2233.5566"
}

# A client with an id that is no hardware address.
resource "dhcp_reservation" "controller" {
  scope_id  = dhcp_scope.labs.scope_id
  address   = "10.34.0.21"
  client_id = "01-73-70-73-2d-37-2f-41"
  name      = "controller.labs.corp.example"
}

resource "dhcp_reservation_set" "install" {
  scope_id  = dhcp_scope.install.scope_id
  exclusive = true

  reservations = {
    rack1 = { address = "10.30.0.101", client_id = "00-11-22-33-66-01", name = "rack1" }
    rack2 = { address = "10.30.0.102", client_id = "00-11-22-33-66-02", description = "Spare" }
  }
}

resource "dhcp_policy" "phones" {
  name             = "Phones"
  scope_id         = dhcp_scope.phones.scope_id
  processing_order = 1

  conditions = [
    { type = "vendor_class", operator = "EQ", values = [dhcp_class.all["Phones"].name] },
    { type = "mac_address", operator = "EQ", values = ["00-15-5D-*", "02-1F-3B-*"] },
  ]
  ranges = [
    { start_address = "10.31.2.0", end_address = "10.31.2.255" },
  ]
  lease_duration = "60d"
}

resource "dhcp_policy" "lab_machines" {
  name             = "Lab machines"
  description      = "By their class and relay"
  scope_id         = dhcp_scope.labs.scope_id
  condition        = "And"
  enabled          = false
  processing_order = 1

  conditions = [
    { type = "user_class", operator = "EQ", values = [dhcp_class.all["Lab"].name] },
    { type = "circuit_id", operator = "NE", values = ["000400640103"] },
  ]
}

# Every machine that does not belong to the company, in all scopes of the server.
resource "dhcp_policy" "foreign" {
  name      = "Foreign machines"
  condition = "And"

  conditions = [
    { type = "fqdn", operator = "NE", values = ["*.corp.example"] },
    { type = "fqdn", operator = "INSL" },
  ]
  lease_duration = "1h"
  dns_suffix     = "foreign.corp.example"
}

resource "dhcp_dns_settings" "guests" {
  scope_id        = dhcp_scope.guests.scope_id
  dynamic_updates = "Never"
}

resource "dhcp_dns_settings" "printer" {
  reservation_address = dhcp_reservation.printer["floor-01"].address
  dynamic_updates     = "Always"
  disable_ptr_updates = true
}

# Options of the server.
resource "dhcp_option_value" "server" {
  for_each = {
    4   = ["10.0.0.10"]
    42  = ["10.0.0.10", "10.0.0.11"]
    46  = ["0x8"]
    252 = ["http://proxy.corp.example/wpad.dat"]
  }
  option_id = tonumber(each.key)
  values    = each.value

  depends_on = [dhcp_option_definition.all]
}

# Options of scopes, of every type of value.
resource "dhcp_option_value" "labs" {
  for_each = {
    23  = ["64"]
    150 = ["10.0.0.20", "10.0.0.21"]
    160 = ["https://provision.corp.example/?a=1&b='2'"]
    224 = ["3600"]
    225 = ["1", "0x10", "255"]
    226 = ["0xdeadbeef"]
  }
  scope_id  = dhcp_scope.labs.scope_id
  option_id = tonumber(each.key)
  values    = each.value

  depends_on = [dhcp_option_definition.all]
}

resource "dhcp_option_value" "routes" {
  for_each  = dhcp_scope.site
  scope_id  = each.value.scope_id
  option_id = 121
  routes = [
    { destination = "10.8.0.0/16", router = replace(each.value.scope_id, "/0$/", "254") },
    { destination = "0.0.0.0/0", router = each.value.gateway },
  ]
}

resource "dhcp_option_value" "call_server" {
  for_each     = { 1 = ["sip.corp.example"], 2 = ["310"] }
  scope_id     = dhcp_scope.phones.scope_id
  vendor_class = dhcp_class.all["Phones"].name
  option_id    = dhcp_option_definition.phones[each.key].option_id
  values       = each.value
}

resource "dhcp_option_value" "lab_class" {
  scope_id   = dhcp_scope.guests.scope_id
  user_class = dhcp_class.all["Lab"].name
  option_id  = 15
  values     = ["lab.corp.example"]
}

resource "dhcp_option_value" "phone_policy" {
  scope_id    = dhcp_scope.phones.scope_id
  policy_name = dhcp_policy.phones.name
  option_id   = 42
  values      = ["10.31.0.1"]
}

resource "dhcp_option_value" "host_name" {
  reserved_address = dhcp_reservation.printer["floor-02"].address
  option_id        = 12
  values           = ["printer-2"]
}
