locals {
  values = provider::dhcp::merge_values([
    file("${path.module}/defaults.yaml"),
    <<-YAML
      dhcp_values:
        leaseDurationDays: 1
        failover: null
    YAML
  ])
}

output "lease" {
  value = "${local.values.dhcp_values.leaseDurationDays}d"
}
