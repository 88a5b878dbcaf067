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
