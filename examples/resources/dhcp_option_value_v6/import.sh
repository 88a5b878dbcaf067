# A value is imported by its level and number: server/23, scope/2001:db8:0:1::/23 or
# reservation/2001:db8:0:1::20/23, with ?vendor_class=… or ?user_class=… where it has one.
terraform import dhcp_option_value_v6.dns 'scope/2001:db8:0:1::/23'
