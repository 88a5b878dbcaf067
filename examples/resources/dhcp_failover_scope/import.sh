# A membership is imported by the name of the relationship and the scope.
terraform import dhcp_failover_scope.office dhcp1-dhcp2/10.1.0.0
