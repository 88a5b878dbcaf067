# Clients that say that they are phones.
resource "kea_client_class" "phones" {
  provider = dhcp

  service     = "dhcp4"
  name        = "phones"
  test        = "substring(option[60].hex,0,5) == 'phone'"
  option_data = [{ name = "tftp-server-name", data = "phones.example.com" }]
}

# A class that refers to another one is made after it.
resource "kea_client_class" "lab_phones" {
  provider = dhcp

  service        = "dhcp4"
  name           = "lab-phones"
  test           = "member('${kea_client_class.phones.name}') and pkt4.giaddr == 192.0.2.1"
  valid_lifetime = 600
}
