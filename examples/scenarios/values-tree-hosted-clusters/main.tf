# The same job as values-tree, for a tree of another layout.
provider "dhcp" {
  windows = {}
}

data "dhcp_site_values" "fleet" {
  root = "${path.module}/sites"
  layers = [
    "configValues.yaml",
    "{site}/values.yaml",
    "{site}/mces/{mce}/values.yaml",
    "{site}/mces/{mce}/hostedClusters/{cluster}.yaml",
  ]
}

resource "dhcp_scope" "fleet" {
  for_each = data.dhcp_site_values.fleet.scopes

  name           = each.value.name
  network        = each.value.network
  subnet_mask    = each.value.subnet_mask
  start_range    = each.value.start_range
  end_range      = each.value.end_range
  lease_duration = each.value.lease_duration
  description    = each.value.description
  gateway        = each.value.gateway
  dns_servers    = each.value.dns_servers
  dns_domain     = each.value.dns_domain
  exclusions     = each.value.exclusions
}
