# A multicast scope is imported by its name.
terraform import dhcp_multicast_scope.video Video
