# A campus: two networks for each of twenty buildings, served by two DHCP servers.
#
# Adding a building is one line; its networks follow from its number. The connection
# comes from the environment: DHCP_WINDOWS_HOST and the like.
terraform {
  required_version = ">= 1.3"
  required_providers {
    dhcp = {
      source = "dhcp-as-code/dhcp"
    }
  }
}

provider "dhcp" {
  windows = {}
}

variable "partner" {
  description = "Name of the second DHCP server, as the first one resolves it."
  type        = string
  default     = "dhcp2.corp.example"
}

locals {
  # Name and number of each building. The number is the second octet of its networks, so
  # it never changes; the name may.
  buildings = {
    admin      = 10, arts = 11, biology = 12, chemistry = 13, computing = 14
    dining     = 15, east-hall = 16, engineering = 17, geology = 18, gym = 19
    law        = 20, library = 21, mathematics = 22, medicine = 23, music = 24
    north-hall = 25, physics = 26, south-hall = 27, theatre = 28, west-hall = 29
  }

  # What differs between the networks of a building.
  kinds = {
    staff = { octet = 0, lease_duration = "8d", first = 20 }
    wifi  = { octet = 64, lease_duration = "4h", first = 10 }
  }

  networks = merge([
    for building, number in local.buildings : {
      for kind, settings in local.kinds : "${building}-${kind}" => {
        cidr           = "10.${number}.${settings.octet}.0/${kind == "wifi" ? 22 : 24}"
        lease_duration = settings.lease_duration
        first          = settings.first
        description    = "${title(building)}, ${kind}"
      }
    }
  ]...)
}

resource "dhcp_scope" "campus" {
  for_each = local.networks

  name           = each.key
  description    = each.value.description
  network        = cidrhost(each.value.cidr, 0)
  subnet_mask    = cidrnetmask(each.value.cidr)
  start_range    = cidrhost(each.value.cidr, each.value.first)
  end_range      = cidrhost(each.value.cidr, -6) # the last addresses are the network team's
  lease_duration = each.value.lease_duration
  gateway        = cidrhost(each.value.cidr, 1)
  dns_servers    = ["10.0.0.53", "10.0.1.53"]
  dns_domain     = "campus.example"
}

# Both servers answer, each half of the clients; one takes over when the other fails.
resource "dhcp_failover" "campus" {
  name                 = "campus"
  partner_server       = var.partner
  scope_ids            = [for s in dhcp_scope.campus : s.network]
  mode                 = "LoadBalance"
  load_balance_percent = 50
  max_client_lead_time = "1h"
}

output "scopes" {
  value = { for key, s in dhcp_scope.campus : key => s.network }
}
