# Everything on the server, each object once. A list stops at 100 unless limit says more.
list "dhcp_scope" "scope" {
  provider = dhcp
  limit    = 10000
}

list "dhcp_reservation" "reservation" {
  provider = dhcp
  limit    = 10000
}

list "dhcp_policy" "policy" {
  provider = dhcp
  limit    = 10000
}

list "dhcp_option_value" "option_value" {
  provider = dhcp
  limit    = 10000
}

list "dhcp_option_definition" "option_definition" {
  provider = dhcp
  limit    = 10000
}

list "dhcp_class" "class" {
  provider = dhcp
  limit    = 10000
}

list "dhcp_failover" "failover" {
  provider = dhcp
  limit    = 10000
}

list "dhcp_mac_filter" "mac_filter" {
  provider = dhcp
  limit    = 10000
}

list "dhcp_multicast_scope" "multicast_scope" {
  provider = dhcp
  limit    = 10000
}

list "dhcp_server_binding" "server_binding" {
  provider = dhcp
  limit    = 10000
}

list "dhcp_scope_v6" "scope_v6" {
  provider = dhcp
  limit    = 10000
}

list "dhcp_reservation_v6" "reservation_v6" {
  provider = dhcp
  limit    = 10000
}

list "dhcp_exclusion_range_v6" "exclusion_range_v6" {
  provider = dhcp
  limit    = 10000
}

list "dhcp_option_value_v6" "option_value_v6" {
  provider = dhcp
  limit    = 10000
}

list "dhcp_option_definition_v6" "option_definition_v6" {
  provider = dhcp
  limit    = 10000
}
