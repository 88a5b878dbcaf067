# A set is imported by the network address of its scope: all reservations of the scope, each under its address.
terraform import dhcp_reservation_set.office '10.1.0.0'
