# A scope is imported by its network address.
terraform import dhcp_scope.office 10.1.0.0
