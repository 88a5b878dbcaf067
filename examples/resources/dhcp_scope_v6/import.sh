# An IPv6 scope is imported by its prefix.
terraform import dhcp_scope_v6.lab '2001:db8:0:1::'
