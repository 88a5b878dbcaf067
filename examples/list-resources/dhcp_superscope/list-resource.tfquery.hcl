# Superscopes by the beginning of their names.
list "dhcp_superscope" "some" {
  provider = dhcp
  limit    = 1000

  config {
    name_prefix = "Campus"
  }
}
