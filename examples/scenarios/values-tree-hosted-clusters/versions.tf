terraform {
  required_version = ">= 1.7"
  required_providers {
    dhcp = {
      source = "dhcp-as-code/dhcp"
    }
  }
}
