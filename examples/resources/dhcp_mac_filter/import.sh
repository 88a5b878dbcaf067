# A MAC filter is imported by its address.
terraform import dhcp_mac_filter.printers '02-1F-3B-*'
