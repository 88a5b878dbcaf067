# A policy is imported by its scope and name; server/NAME for one of the server.
terraform import dhcp_policy.phones 10.1.0.0/Phones
