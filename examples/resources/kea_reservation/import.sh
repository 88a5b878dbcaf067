# By subnet and identifier, or by address.
terraform import kea_reservation.web 192.0.2.0/24/02:00:5e:10:00:01
