# DNS servers for all clients of an IPv6 scope.
resource "dhcp_option_value_v6" "dns" {
  prefix    = "2001:db8:0:1::"
  option_id = 23
  values    = ["2001:db8:0:53::53", "2001:db8:0:53::54"]
}

# Domain search list of the server, which clients without a lease get too.
resource "dhcp_option_value_v6" "search" {
  option_id = 24
  values    = ["corp.example", "example"]
}

# Time server of one client.
resource "dhcp_option_value_v6" "time" {
  reserved_address = dhcp_reservation_v6.printer.address
  option_id        = 31
  values           = ["2001:db8:0:53::123"]
}

resource "dhcp_reservation_v6" "printer" {
  prefix      = "2001:db8:0:1::"
  address     = "2001:db8:0:1::20"
  client_duid = "00-01-00-01-2b-3c-4d-5e-00-15-5d-01-02-01"
  iaid        = 100663296
}
