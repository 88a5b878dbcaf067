# By prefix, or by service and id (dhcp4/1).
terraform import kea_subnet.office 192.0.2.0/24
