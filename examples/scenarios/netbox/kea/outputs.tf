output "addresses" {
  description = "Address of each reservation, also of those that were assigned from a range."
  value       = { for key, r in kea_reservation.this : key => r.ip_address != null ? r.ip_address : try(r.ip_addresses[0], null) }
}

output "left_out" {
  description = "Objects that are not served, with the reason."
  value       = var.plan.warnings
}
