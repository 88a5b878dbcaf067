# Takes over a server full of objects made by hand with the terraform query of Terraform
# 1.14. See the guide "Adopting a server".
terraform {
  required_version = ">= 1.14"
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
