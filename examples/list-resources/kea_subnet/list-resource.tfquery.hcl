# Subnets of one network.
list "kea_subnet" "some" {
  provider = dhcp
  limit    = 1000

  config {
    service = "dhcp4"
    within  = "10.1.0.0/16"
  }
}
