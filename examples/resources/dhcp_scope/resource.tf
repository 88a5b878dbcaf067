resource "dhcp_scope" "office" {
  name           = "Office, first floor"
  network        = "10.1.0.0"
  subnet_mask    = "255.255.255.0"
  start_range    = "10.1.0.50"
  end_range      = "10.1.0.200"
  lease_duration = "8h"

  gateway     = "10.1.0.1"
  dns_servers = ["10.0.0.53", "10.0.1.53"]
  dns_domain  = "office.corp.example"

  exclusions = [
    { start_address = "10.1.0.60", end_address = "10.1.0.69" },
  ]
}

# A scope for machines that boot from the network.
resource "dhcp_scope" "install" {
  name           = "Installation network"
  network        = "10.2.0.0"
  subnet_mask    = "255.255.254.0"
  start_range    = "10.2.0.10"
  end_range      = "10.2.1.250"
  lease_duration = "90m"
  boot_server    = "boot.corp.example"
  boot_file      = "pxelinux.0"
  force_destroy  = true
}
