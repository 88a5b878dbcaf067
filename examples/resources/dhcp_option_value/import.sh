# A value is imported by its level and number: server/42, scope/10.1.0.0/42 or reservation/10.1.0.50/42,
# with ?policy=…, ?vendor_class=… or ?user_class=… where it has one.
terraform import dhcp_option_value.ntp 'scope/10.1.0.0/42'
