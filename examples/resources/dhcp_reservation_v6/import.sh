# An IPv6 reservation is imported by its address.
terraform import dhcp_reservation_v6.printer '2001:db8:0:1::20'
