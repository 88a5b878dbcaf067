terraform {
  required_providers {
    dhcp = {
      source = "dhcp-as-code/dhcp"
    }
    kubernetes = {
      source = "hashicorp/kubernetes"
    }
  }
}

provider "dhcp" {
  kea = {}
}

provider "kubernetes" {}

# The objects with their status: only those that were created in NetBox count.
data "kubernetes_resources" "netbox" {
  for_each = toset(["NetBoxPrefix", "NetBoxIPRange", "NetBoxIPAddress"])

  api_version = "dcops.microscaler.io/v1alpha1"
  kind        = each.key
}

module "kea" {
  source = "../kea"
  plan   = provider::dhcp::kea_from_netbox([for kind in data.kubernetes_resources.netbox : kind.objects])
}
