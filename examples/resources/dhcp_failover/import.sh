# A relationship is imported by its name.
terraform import dhcp_failover.pair dhcp1-dhcp2
