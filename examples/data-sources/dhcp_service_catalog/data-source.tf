data "dhcp_service_catalog" "apps" {
  # Usually one file a service in a folder: path = "${path.module}/catalog"
  definitions = {
    "search.yaml" = <<-EOT
      name: search
      source:
        image: registry.example.com/search:8.13.0
    EOT
    "wiki.yaml"   = <<-EOT
      name: wiki
      source:
        image: registry.example.com/wiki:2.4.1
      ingressRoutes:
        - host: wiki.$${BASE_DOMAIN}
          port: 8080
      auth:
        mode: oidc
        groups: [staff]
      dependencies:
        - to: search
          port: 9200
        - to: wiki-db
          port: 5432
    EOT
  }

  # Manifests that exist beside the rendered ones: secrets, databases.
  # Of a folder: fileset("${path.module}/apps", "*.yaml")
  present_files = ["wiki-db.yaml", "wiki-db-app.sops.yaml"]

  platform = {
    label_domain = "platform.example.org"
    gateway_name = "edge"
    cluster_vars = ["BASE_DOMAIN", "BULK_NFS_SERVER"]
  }
}

# One resource a file. With the provider hashicorp/local, into a folder:
#
#   resource "local_file" "generated" {
#     for_each = data.dhcp_service_catalog.apps.files
#     filename = "${path.module}/generated/${each.key}"
#     content  = each.value
#   }
#
# github_repository_file takes them in the same way.
resource "terraform_data" "generated" {
  for_each = data.dhcp_service_catalog.apps.files

  input = each.value
}

output "waves" {
  value = data.dhcp_service_catalog.apps.waves
}
