variable "plan" {
  description = "What provider::dhcp::kea_from_netbox returned."
  type = object({
    subnets = map(object({ subnet = string, user_context = string }))
    pools   = map(object({ subnet_key = string, subnet = string, pool = string, user_context = string }))
    reservations = map(object({
      subnet_key   = string, subnet = string, hw_address = string, ip_address = string,
      ip_addresses = list(string), allocate_from = list(string), hostname = string, user_context = string,
    }))
    warnings = list(string)
  })
}
