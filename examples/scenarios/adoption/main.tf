# Takes over a server full of scopes made by hand: prints import blocks for everything
# that is on it. See the guide "Adopting a server".
terraform {
  required_version = ">= 1.5"
  required_providers {
    dhcp = {
      source = "dhcp-as-code/dhcp"
    }
  }
}

# The connection comes from the environment: DHCP_WINDOWS_HOST and the like.
provider "dhcp" {
  windows = {}
}

data "dhcp_scopes" "all" {}

data "dhcp_reservations" "all" {}

data "dhcp_failovers" "all" {}

data "dhcp_scopes_v6" "all" {}

data "dhcp_policies" "server" {}

locals {
  # One block for each object: its type, a name for it in the configuration, its id.
  blocks = concat(
    [for s in data.dhcp_scopes.all.scopes : ["dhcp_scope", "scope_${replace(s.id, ".", "_")}", s.id]],
    [for r in data.dhcp_reservations.all.reservations : ["dhcp_reservation", "address_${replace(r.address, ".", "_")}", r.address]],
    [for f in data.dhcp_failovers.all.failovers : ["dhcp_failover", "failover_${replace(lower(f.name), "/[^a-z0-9]+/", "_")}", f.name]],
    [for s in data.dhcp_scopes_v6.all.scopes : ["dhcp_scope_v6", "scope_${replace(s.id, ":", "_")}", s.id]],
    [for p in data.dhcp_policies.server.policies : ["dhcp_policy", "policy_${replace(lower(p.name), "/[^a-z0-9]+/", "_")}", p.id]],
  )
}

output "imports" {
  value = join("", [for b in local.blocks : "import {\n  to = ${b[0]}.${b[1]}\n  id = ${jsonencode(b[2])}\n}\n\n"])
}

# Scopes that could not be read are not adopted; the reason tells what to repair first.
output "not_readable" {
  value = data.dhcp_scopes.all.errors
}
