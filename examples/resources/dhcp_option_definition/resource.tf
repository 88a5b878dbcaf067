resource "dhcp_option_definition" "tftp" {
  option_id    = 150
  name         = "TFTP servers"
  type         = "IPv4Address"
  multi_valued = true
  description  = "Servers from which phones load their configuration"
}

resource "dhcp_option_value" "tftp" {
  scope_id  = "10.1.0.0"
  option_id = dhcp_option_definition.tftp.option_id
  values    = ["10.0.0.20", "10.0.0.21"]
}
