// Command terraform-provider-dhcp is the Terraform provider for DHCP as code:
// Windows DHCP servers, ISC Kea, and service catalogs rendered to manifests.
package main

import (
	"context"
	"flag"
	"log"

	"github.com/hashicorp/terraform-plugin-framework/providerserver"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/provider"
)

// version is set by the release build (-ldflags "-X main.version=…").
var version = "dev"

func main() {
	debug := flag.Bool("debug", false, "run the provider for a debugger to attach to")
	flag.Parse()
	err := providerserver.Serve(context.Background(), provider.New(version), providerserver.ServeOpts{
		Address: "registry.terraform.io/dhcp-as-code/dhcp",
		Debug:   *debug,
	})
	if err != nil {
		log.Fatal(err)
	}
}
