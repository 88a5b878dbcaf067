# Classes by the beginning of their names.
list "dhcp_class" "some" {
  provider = dhcp
  limit    = 1000

  config {
    name_prefix = "Phones"
  }
}
