resource "dhcp_scope_v6" "lab" {
  prefix             = "2001:db8:0:1::/64"
  name               = "Lab"
  description        = "First floor"
  preferred_lifetime = "4d"
  valid_lifetime     = "6d"
}
