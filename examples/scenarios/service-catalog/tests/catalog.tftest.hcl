# Renders the catalog; needs no server.
run "catalog" {
  command = plan

  assert {
    condition     = contains(output.files, "wiki.yaml")
    error_message = "Every service has its file."
  }
  assert {
    condition     = length(output.waves) > 1
    error_message = "Services that need others come in a later wave."
  }
}
