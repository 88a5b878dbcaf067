# Sent when asked for: terraform apply -invoke=action.kea_command.resend
action "kea_command" "resend" {
  provider = dhcp

  config {
    command   = "lease4-resend-ddns" # in allowed_commands of the provider
    arguments = jsonencode({ "ip-address" = "192.0.2.10" })
  }
}
