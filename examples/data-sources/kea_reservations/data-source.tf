data "kea_reservations" "office" {
  provider = dhcp

  subnet = "192.0.2.0/24"
}

output "reserved" {
  value = { for r in data.kea_reservations.office.reservations : r.identifier => r.ip_addresses }
}
