output "addresses" {
  value = module.kea.addresses
}

output "left_out" {
  value = module.kea.left_out
}
