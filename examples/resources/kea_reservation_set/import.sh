# A set is imported by the prefix of its subnet: all reservations of the subnet, each under its identifier.
terraform import kea_reservation_set.office '192.0.2.0/24'
