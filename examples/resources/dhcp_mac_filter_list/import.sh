# The lists of a server are imported as server.
terraform import dhcp_mac_filter_list.this server
