# A catalog of twelve services, rendered to the files that a GitOps controller applies.
# Change one service and plan: the plan shows its manifest, and those of the services
# whose network policies name it, and nothing else.

terraform {
  required_providers {
    dhcp = {
      source = "dhcp-as-code/dhcp"
    }
  }
}

data "dhcp_service_catalog" "this" {
  path = "${path.module}/catalog"

  # Written by hand, and placed into the waves by their names.
  present_files = [
    "blog-db.yaml",
    "blog-db-app.sops.yaml",
    "git-db.yaml",
    "git-db-app.sops.yaml",
    "git-runner.yaml",
    "wiki-bootstrap-secret.sops.yaml",
    "wiki-db.yaml",
    "wiki-db-app.sops.yaml",
  ]

  platform = {
    label_domain = "platform.example.org"
    extra_units = {
      git-runner = {
        anchor = "git"
        above  = true
        files  = ["git-runner.yaml"]
      }
    }
  }

  strict = true
}

# One resource a file. To write them into a folder, with the provider hashicorp/local:
#
#   resource "local_file" "generated" {
#     for_each = data.dhcp_service_catalog.this.files
#     filename = "${path.module}/generated/${each.key}"
#     content  = each.value
#   }
resource "terraform_data" "file" {
  for_each = data.dhcp_service_catalog.this.files

  input = each.value
}

output "files" {
  value = keys(data.dhcp_service_catalog.this.files)
}

output "waves" {
  value = data.dhcp_service_catalog.this.waves
}
