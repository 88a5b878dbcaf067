resource "dhcp_class" "phones" {
  name        = "Phones"
  type        = "Vendor"
  data        = "ExamplePhone"
  description = "Desk phones"
}

# An option of this class alone.
resource "dhcp_option_definition" "call_server" {
  option_id    = 1
  vendor_class = dhcp_class.phones.name
  name         = "Call server"
  type         = "String"
}
