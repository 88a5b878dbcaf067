# sites/<site>/values.yaml, sites/<site>/<mce>/values.yaml, sites/<site>/<mce>/<cluster>.yaml
data "dhcp_site_values" "fleet" {
  root    = "${path.module}/sites"
  include = ["dc-1"]
  exclude = ["dc-1/lab"]
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

# Another layout, and findings as data: nothing fails, a report tells.
data "dhcp_site_values" "report" {
  root = "${path.module}/sites"
  layers = [
    "configValues.yaml",
    "{site}/values.yaml",
    "{site}/mces/{mce}/values.yaml",
    "{site}/mces/{mce}/hostedClusters/{cluster}.yaml",
  ]
  fail_on = "never"
}

output "findings" {
  value = [for f in data.dhcp_site_values.report.findings : "${f.file}:${f.line}: ${f.code} ${f.field}: ${f.message}"]
}
