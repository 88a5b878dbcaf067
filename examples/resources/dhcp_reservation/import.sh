# A reservation is imported by its address.
terraform import dhcp_reservation.printer '10.1.0.50'
