terraform {
  required_providers {
    dhcp = {
      source = "dhcp-as-code/dhcp"
    }
  }
}

# The password comes from the environment: DHCP_WINDOWS_PASSWORD.
provider "dhcp" {
  windows = {
    host     = "dhcp1.corp.example"
    username = "CORP\\svc-terraform"
  }
}
