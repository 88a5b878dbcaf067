# Takes over the subnets and reservations of a Kea server: prints import blocks for all of
# them. See the guide "Adopting a server".
terraform {
  required_version = ">= 1.5"
  required_providers {
    dhcp = {
      source = "dhcp-as-code/dhcp"
    }
  }
}

# The connection comes from the environment: DHCP_KEA_ENDPOINTS and the like.
provider "dhcp" {
  kea = {}
}

data "kea_subnets" "all" {
  provider = dhcp
  service  = "dhcp4"
}

data "kea_reservations" "all" {
  provider = dhcp
  service  = "dhcp4"
}

locals {
  # One block for each object: its type, a name for it in the configuration, its id.
  blocks = concat(
    [for s in data.kea_subnets.all.subnets : ["kea_subnet", "subnet_${replace(s.subnet, "/[./:]/", "_")}", s.id]],
    [for r in data.kea_reservations.all.reservations : ["kea_reservation", "client_${replace(r.id, "/[^0-9A-Za-z]+/", "_")}", r.id]],
  )
}

output "imports" {
  value = join("", [for b in local.blocks : "import {\n  to       = ${b[0]}.${b[1]}\n  provider = dhcp\n  id       = ${jsonencode(b[2])}\n}\n\n"])
}
