resource "dhcp_scope" "floor" {
  count       = 2
  name        = "Floor ${count.index + 1}"
  network     = "10.1.${count.index}.0"
  subnet_mask = "255.255.255.0"
  start_range = "10.1.${count.index}.50"
  end_range   = "10.1.${count.index}.200"
}

# Two subnets on one physical network.
resource "dhcp_superscope" "campus" {
  name      = "Campus"
  scope_ids = dhcp_scope.floor[*].scope_id
}
