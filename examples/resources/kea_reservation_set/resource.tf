# All reservations of a subnet: what is not in the map is removed.
resource "kea_reservation_set" "office" {
  provider = dhcp

  subnet       = "192.0.2.0/24"
  exclusive    = true
  max_removals = 5

  reservations = {
    "printer-2-17" = { hw_address = "02:00:5e:10:00:01", ip_address = "192.0.2.50", hostname = "printer-2-17" }
    "camera-1"     = { client_id = "'camera-1'", ip_address = "192.0.2.51", next_server = "192.0.2.5", boot_file_name = "camera.img" }
  }
}
