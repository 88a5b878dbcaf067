# Renders the catalog; needs no server.
run "catalog" {
  command = plan

  assert {
    condition     = length(output.files) >= 12
    error_message = "Every service has its file."
  }
  assert {
    condition     = length(output.waves) > 1
    error_message = "Services that need others come in a later wave."
  }
}
