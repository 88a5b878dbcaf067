locals {
  # Usually a file: file("${path.module}/catalog/wiki.yaml")
  wiki = <<-EOT
    name: wiki
    source:
      image: registry.example.com/wiki:2.4.1
    ingressRoutes:
      - host: wiki.$${BASE_DOMAIN}
        port: 8080
    auth:
      mode: native
  EOT
}

# The manifests of one service, with the platform's defaults.
output "wiki" {
  value = provider::dhcp::render_service(local.wiki, null)
}

# With some settings of the site.
output "wiki_here" {
  value = provider::dhcp::render_service(local.wiki, { label_domain = "platform.example.org", gateway_name = "edge" })
}
