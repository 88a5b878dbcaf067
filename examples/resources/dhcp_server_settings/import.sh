# The settings of a server are imported as server.
terraform import dhcp_server_settings.this server
