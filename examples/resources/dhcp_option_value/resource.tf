# Time servers for all clients of a scope.
resource "dhcp_option_value" "ntp" {
  scope_id  = "10.1.0.0"
  option_id = 42
  values    = ["10.0.0.10", "10.0.0.11"]
}

# Classless routes for all clients of the server.
resource "dhcp_option_value" "routes" {
  option_id = 121
  routes = [
    { destination = "10.8.0.0/16", router = "10.1.0.254" },
    { destination = "0.0.0.0/0", router = "10.1.0.1" },
  ]
}

# The host name of a reservation.
resource "dhcp_option_value" "host_name" {
  reserved_address = "10.1.0.50"
  option_id        = 12
  values           = ["printer-2-17"]
}
