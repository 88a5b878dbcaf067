# DNS settings are imported by their level: server, scope/10.1.0.0, reservation/10.1.0.50, policy/NAME or scope/10.1.0.0/policy/NAME.
terraform import dhcp_dns_settings.office scope/10.1.0.0
