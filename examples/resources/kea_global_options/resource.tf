# What applies to every subnet that says nothing else.
resource "kea_global_options" "all" {
  provider = dhcp

  service        = "dhcp4"
  valid_lifetime = 28800
  renew_timer    = 14400
  rebind_timer   = 25200

  option_data = [
    { name = "domain-name-servers", data = "192.0.2.53, 192.0.2.54" },
    { name = "domain-name", data = "example.com" },
  ]
}
