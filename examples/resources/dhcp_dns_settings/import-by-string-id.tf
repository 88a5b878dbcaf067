import {
  to = dhcp_dns_settings.office
  id = "scope/10.1.0.0"
}
