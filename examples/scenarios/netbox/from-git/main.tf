terraform {
  required_providers {
    dhcp = {
      source = "dhcp-as-code/dhcp"
    }
  }
}

# The connection comes from the environment: DHCP_KEA_ENDPOINTS and the like.
provider "dhcp" {
  kea = {}
}

# Manifests as they are in Git. Nothing has reconciled them, so their specs alone count.
module "kea" {
  source = "../kea"
  plan = provider::dhcp::kea_from_netbox(
    [for name in sort(fileset(path.module, "plan/*.yaml")) : file("${path.module}/${name}")],
    { require_ready = false },
  )
}
