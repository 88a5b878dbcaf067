# DHCPv6.
resource "dhcp_scope_v6" "site" {
  for_each           = { berlin = 1, hamburg = 2 }
  prefix             = "2001:db8:0:${each.value}::/64"
  name               = title(each.key)
  description        = "Site ${each.key}"
  preference         = 10
  preferred_lifetime = "4d"
  valid_lifetime     = "6d"
}

resource "dhcp_exclusion_range_v6" "routers" {
  for_each      = dhcp_scope_v6.site
  prefix        = each.value.id
  start_address = "${each.value.id}1"
  end_address   = "${each.value.id}f"
}

resource "dhcp_reservation_v6" "printer" {
  for_each    = dhcp_scope_v6.site
  prefix      = each.value.id
  address     = "${each.value.id}20"
  client_duid = "00-01-00-01-2b-3c-4d-5e-00-15-5d-01-02-01"
  iaid        = 234890455
  name        = "printer.${each.key}.corp.example"
  description = "Third floor"
}

resource "dhcp_option_definition_v6" "controllers" {
  option_id    = 52
  name         = "Access controllers"
  type         = "IPv6Address"
  multi_valued = true
}

resource "dhcp_option_value_v6" "search" {
  option_id = 24
  values    = ["corp.example", "example"]
}

resource "dhcp_option_value_v6" "site" {
  for_each = {
    23 = ["2001:db8:0:53::53", "2001:db8:0:53::54"]
    52 = ["2001:db8:0:7::1"]
  }
  prefix    = dhcp_scope_v6.site["berlin"].id
  option_id = tonumber(each.key)
  values    = each.value

  depends_on = [dhcp_option_definition_v6.controllers]
}

resource "dhcp_option_value_v6" "time" {
  reserved_address = dhcp_reservation_v6.printer["hamburg"].address
  option_id        = 31
  values           = ["2001:db8:0:53::123"]
}
