terraform {
  required_providers {
    dhcp = {
      source = "dhcp-as-code/dhcp"
    }
    netbox = {
      source = "e-breuninger/netbox"
    }
  }
}

provider "dhcp" {
  kea = {}
}

# The connection comes from the environment: NETBOX_SERVER_URL and NETBOX_API_TOKEN.
provider "netbox" {}

data "netbox_prefixes" "all" {}

data "netbox_ip_ranges" "all" {}

# NetBox keeps no MAC address with an address: a custom field mac_address has it.
data "netbox_ip_addresses" "dhcp" {
  filter {
    name  = "status"
    value = "dhcp"
  }
}

module "kea" {
  source = "../kea"
  plan = provider::dhcp::kea_from_netbox([
    data.netbox_prefixes.all,
    data.netbox_ip_ranges.all,
    data.netbox_ip_addresses.dhcp,
  ])
}
