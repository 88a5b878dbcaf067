# An authorization is imported by the name and address of the server.
terraform import dhcp_server_authorization.dhcp2 dhcp2.corp.example/10.0.0.11
