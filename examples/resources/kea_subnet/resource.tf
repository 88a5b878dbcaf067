resource "kea_subnet" "office" {
  provider = dhcp

  subnet         = "192.0.2.0/24"
  valid_lifetime = 14400

  pools = [
    { pool = "192.0.2.100-192.0.2.199" },
  ]

  option_data = [
    { name = "routers", data = "192.0.2.1" },
    { name = "domain-name-servers", data = "192.0.2.53" },
  ]
}

resource "kea_subnet" "office6" {
  provider = dhcp

  subnet = "2001:db8:1::/64"

  pools = [
    { pool = "2001:db8:1::100-2001:db8:1::1ff" },
  ]

  pd_pools = [
    { prefix = "2001:db8:8000::/48", delegated_length = 56 },
  ]
}
