# Virtual machines of a Kubernetes cluster behind Kea: a machine that is built anew keeps
# its address, because its MAC address follows from its name.
#
# The connection comes from the environment: DHCP_KEA_ENDPOINTS and the like.
terraform {
  required_version = ">= 1.3"
  required_providers {
    dhcp = {
      source = "dhcp-as-code/dhcp"
    }
  }
}

provider "dhcp" {
  kea = {}
}

variable "control_plane" {
  description = "Names of the machines of the control plane, whose addresses are fixed by their order."
  type        = list(string)
  default     = ["cp-1", "cp-2", "cp-3"]
}

variable "workers" {
  description = "Names of the workers. Each gets a free address and keeps it, whoever comes or goes."
  type        = set(string)
  default     = ["worker-1", "worker-2", "worker-3"]
}

locals {
  cluster = "blue"
  cidr    = "10.40.0.0/24"

  # 02 marks a locally administered address.
  mac = {
    for name in concat(var.control_plane, tolist(var.workers)) :
    name => join(":", concat(["02"], regexall("..", substr(md5("${local.cluster}/${name}"), 0, 10))))
  }
}

resource "kea_subnet" "machines" {
  provider = dhcp

  subnet         = local.cidr
  valid_lifetime = 86400

  option_data = [
    { name = "routers", data = cidrhost(local.cidr, 1) },
    { name = "domain-name-servers", data = "10.0.0.53, 10.0.1.53" },
    { name = "domain-name", data = "${local.cluster}.k8s.example" },
  ]

  # For machines that nobody registered; the installer runs here.
  pools = [
    { pool = "${cidrhost(local.cidr, 200)}-${cidrhost(local.cidr, 239)}" },
  ]
}

resource "kea_reservation" "control_plane" {
  provider = dhcp
  for_each = { for i, name in var.control_plane : name => i }

  subnet     = kea_subnet.machines.subnet
  hw_address = local.mac[each.key]
  ip_address = cidrhost(local.cidr, 10 + each.value)
  hostname   = each.key
}

resource "kea_reservation" "worker" {
  provider = dhcp
  for_each = var.workers

  subnet        = kea_subnet.machines.subnet
  hw_address    = local.mac[each.key]
  allocate_from = ["${cidrhost(local.cidr, 20)}-${cidrhost(local.cidr, 199)}"]
  hostname      = each.key
}

# For the machines' definitions: the MAC address of each, and the address that it gets.
output "machines" {
  value = {
    for name, r in merge(kea_reservation.control_plane, kea_reservation.worker) :
    name => { mac = r.hw_address, address = r.ip_address }
  }
}
