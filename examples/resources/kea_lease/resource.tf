# A camera that cannot speak DHCP keeps the address that it has.
resource "kea_lease" "camera" {
  provider = dhcp

  address        = "192.0.2.150"
  hw_address     = "02:00:5e:10:00:50"
  hostname       = "camera"
  valid_lifetime = 4294967295
}
