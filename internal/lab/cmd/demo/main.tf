terraform {
  required_providers {
    dhcp = {
      source = "dhcp-as-code/dhcp"
    }
  }
}

# Hosts, users and passwords come from DHCP_WINDOWS_* and DHCP_KEA_*.
provider "dhcp" {}

resource "dhcp_scope" "office" {
  name        = "Office"
  network     = "10.1.0.0"
  subnet_mask = "255.255.255.0"
  start_range = "10.1.0.50"
  end_range   = "10.1.0.200"
  gateway     = "10.1.0.1"
  dns_servers = ["10.0.0.53", "10.0.1.53"]
  dns_domain  = "corp.example"
  exclusions  = [{ start_address = "10.1.0.60", end_address = "10.1.0.69" }]
}

resource "dhcp_scope" "laboratory" {
  name           = "Laboratory"
  network        = "10.2.0.0"
  subnet_mask    = "255.255.255.0"
  start_range    = "10.2.0.10"
  end_range      = "10.2.0.250"
  lease_duration = "90m"
}

resource "dhcp_scope" "installation" {
  name        = "Installation network"
  network     = "10.3.0.0"
  subnet_mask = "255.255.255.0"
  start_range = "10.3.0.10"
  end_range   = "10.3.0.250"
  boot_server = "boot.corp.example"
  boot_file   = "pxelinux.0"
}

resource "kea_subnet" "machines" {
  provider       = dhcp
  subnet         = "192.0.2.0/24"
  valid_lifetime = 3600
  pools          = [{ pool = "192.0.2.100-192.0.2.199" }]
}

resource "kea_reservation" "build" {
  provider   = dhcp
  subnet_id  = kea_subnet.machines.subnet_id
  hw_address = "AA:BB:CC:00:00:01"
  ip_address = "192.0.2.10"
  hostname   = "build"
}
