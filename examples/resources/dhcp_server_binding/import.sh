# A binding is imported by the alias of its interface.
terraform import dhcp_server_binding.lan Ethernet
