# All printers of a scope, as a map from name to address.
data "dhcp_reservations" "printers" {
  scope_id    = "10.1.0.0"
  name_prefix = "printer-"
}

output "printers" {
  value = { for r in data.dhcp_reservations.printers.reservations : r.name => r.address }
}
