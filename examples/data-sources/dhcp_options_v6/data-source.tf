data "dhcp_options_v6" "lab" {
  prefix = "2001:db8:0:1::"
}

output "options" {
  value = { for o in data.dhcp_options_v6.lab.options : o.option_id => o.values if o.vendor_class == "" && o.user_class == "" }
}
