# What belongs to the server as a whole.
resource "dhcp_server_settings" "this" {
  conflict_detection_attempts = 2
  activate_policies           = true

  audit_log_enabled         = true
  audit_log_max_size        = 200
  database_backup_interval  = 30
  database_cleanup_interval = 120
}

resource "dhcp_server_binding" "lan" {
  interface_alias = "Ethernet"
  bound           = true
}

resource "dhcp_server_authorization" "standby" {
  dns_name   = "dhcp9.corp.example"
  ip_address = "10.0.0.19"
}

resource "dhcp_dns_settings" "server" {
  dynamic_updates          = "Always"
  update_for_older_clients = true
}

resource "dhcp_mac_filter" "known" {
  for_each = {
    "02-1F-3B-*"        = { list = "Allow", description = "Notebooks of the company" }
    "00-15-5D-*"        = { list = "Allow", description = "Virtual machines" }
    "02-1F-3B-7C-B7-89" = { list = "Deny", description = "Lost notebook" }
  }
  mac_address = each.key
  list        = each.value.list
  description = each.value.description
}

resource "dhcp_mac_filter_list" "this" {
  allow_enabled = false
  deny_enabled  = true

  depends_on = [dhcp_mac_filter.known]
}

# Classes, and options that Windows does not know by itself.
resource "dhcp_class" "all" {
  for_each = {
    Phones = { type = "Vendor", data = "ExamplePhone", description = "Desk phones" }
    Signs  = { type = "Vendor", data = "SignPlayer/2", description = "Door signs" }
    Lab    = { type = "User", data = "LabComputers", description = "" }
  }
  name        = each.key
  type        = each.value.type
  data        = each.value.data
  description = each.value.description
}

resource "dhcp_option_definition" "all" {
  for_each = {
    150 = { name = "TFTP servers", type = "IPv4Address", multi = true }
    160 = { name = "Provisioning address", type = "String", multi = false }
    224 = { name = "Inventory interval", type = "DWord", multi = false }
    225 = { name = "Door sign layout", type = "Byte", multi = true }
    226 = { name = "Site key", type = "BinaryData", multi = false }
    252 = { name = "Proxy configuration", type = "String", multi = false }
  }
  option_id    = tonumber(each.key)
  name         = each.value.name
  type         = each.value.type
  multi_valued = each.value.multi
}

resource "dhcp_option_definition" "phones" {
  for_each = {
    1 = { name = "Call server", type = "String" }
    2 = { name = "Voice VLAN", type = "Word" }
  }
  option_id    = tonumber(each.key)
  vendor_class = dhcp_class.all["Phones"].name
  name         = each.value.name
  type         = each.value.type
}

resource "dhcp_multicast_scope" "all" {
  for_each = {
    Video  = { first = "239.1.0.0", last = "239.1.3.255", excluded = ["239.1.0.0", "239.1.0.15"] }
    Alarms = { first = "239.2.0.0", last = "239.2.0.255", excluded = null }
  }
  name           = each.key
  description    = "Multicast group ${lower(each.key)}"
  start_range    = each.value.first
  end_range      = each.value.last
  ttl            = 16
  lease_duration = "12h"
  exclusions     = each.value.excluded == null ? null : [{ start_address = each.value.excluded[0], end_address = each.value.excluded[1] }]
}
