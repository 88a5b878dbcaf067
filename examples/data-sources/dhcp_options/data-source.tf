data "dhcp_options" "office" {
  scope_id = "10.1.0.0"
}

output "options" {
  value = { for o in data.dhcp_options.office.options : o.option_id => o.values if o.policy_name == "" && o.vendor_class == "" && o.user_class == "" }
}
