resource "dhcp_option_definition_v6" "controllers" {
  option_id    = 52
  name         = "Access controllers"
  type         = "IPv6Address"
  multi_valued = true
  description  = "CAPWAP controllers of the access points (RFC 5417)"
}

resource "dhcp_option_value_v6" "controllers" {
  prefix    = "2001:db8:0:1::"
  option_id = dhcp_option_definition_v6.controllers.option_id
  values    = ["2001:db8:0:7::1", "2001:db8:0:7::2"]
}
