# A whole DHCP server as an administrator knows it from the console, described as code:
# twenty scopes with everything in and around them, DHCPv6, multicast and failover.
terraform {
  required_providers {
    dhcp = {
      source = "dhcp-as-code/dhcp"
    }
  }
}

# The connection comes from DHCP_WINDOWS_HOST and its companions. Failover needs a logon
# that reaches the partner.
provider "dhcp" {
  windows = {}
}

variable "partner_server" {
  type        = string
  default     = "dhcp2.corp.example"
  description = "The failover partner, as the first server finds it."
}
