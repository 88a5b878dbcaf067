# Client classes by the beginning of their names.
list "kea_client_class" "some" {
  provider = dhcp
  limit    = 1000

  config {
    service     = "dhcp4"
    name_prefix = "phones"
  }
}
