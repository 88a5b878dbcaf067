# In which order services come up: { search = 0, wiki-db = 0, wiki = 1 }
output "waves" {
  value = provider::dhcp::service_waves({
    "search.yaml" = "name: search"
    "wiki.yaml"   = <<-EOT
      name: wiki
      dependencies:
        - { to: search, port: 9200 }
        - { to: wiki-db, port: 5432 }
    EOT
  })
}
