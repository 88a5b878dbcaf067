data "kea_command" "received" {
  provider  = dhcp
  command   = "statistic-get"
  arguments = jsonencode({ name = "pkt4-received" })
}

output "packets_received" {
  value = jsondecode(data.kea_command.received.answers[0].arguments)
}
