# The address is chosen once and stays: a machine that is built anew with the same
# hardware address gets it back.
resource "kea_reservation" "web" {
  provider = dhcp

  subnet        = "192.0.2.0/24"
  hw_address    = "02:00:5e:10:00:01"
  hostname      = "web"
  allocate_from = ["192.0.2.20-192.0.2.59"]
  exclude       = ["192.0.2.30"]
}

# A printer with a fixed address and options of its own.
resource "kea_reservation" "printer" {
  provider = dhcp

  subnet     = "192.0.2.0/24"
  hw_address = "02-00-5E-10-00-02"
  ip_address = "192.0.2.10"
  hostname   = "printer"

  option_data = [
    { name = "domain-name-servers", data = "192.0.2.53, 192.0.2.54" },
    { code = 224, data = "0A0B" },
  ]
}
