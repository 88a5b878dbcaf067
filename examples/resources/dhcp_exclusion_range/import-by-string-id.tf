import {
  to = dhcp_exclusion_range.phones
  id = "10.1.0.0/10.1.0.20-10.1.0.29"
}
