resource "dhcp_scope_v6" "lab" {
  prefix = "2001:db8:0:1::"
  name   = "Lab"
}

resource "dhcp_reservation_v6" "printer" {
  prefix      = dhcp_scope_v6.lab.prefix
  address     = "2001:db8:0:1::20"
  client_duid = "00-01-00-01-2b-3c-4d-5e-00-15-5d-01-02-01"
  iaid        = 234890455
  name        = "printer"
  description = "Third floor"

  # Options of the reservation's own: the domain search list.
  options = {
    24 = ["print.corp.example", "corp.example"]
  }
}
