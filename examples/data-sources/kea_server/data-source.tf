data "kea_server" "this" {
  provider = dhcp
}

output "versions" {
  value = { for s in data.kea_server.this.servers : s.endpoint => s.version }
}
