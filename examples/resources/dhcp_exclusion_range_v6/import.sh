# An IPv6 exclusion is imported by the prefix of its scope, first and last address.
terraform import dhcp_exclusion_range_v6.routers '2001:db8:0:1::/2001:db8:0:1::1-2001:db8:0:1::f'
