// Command schemajson prints the provider's schema as "terraform providers schema -json"
// does, asking the provider itself. The documentation is made from it, because a
// terraform older than a feature (actions, list resources, identity) leaves it out.
package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"os"

	"github.com/hashicorp/terraform-plugin-framework/providerserver"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/provider"
)

func main() {
	family := flag.String("family", "", "print only the types whose names begin with this word (dhcp, kea); functions belong to dhcp")
	flag.Parse()
	if err := run(*family); err != nil {
		fmt.Fprintln(os.Stderr, "schemajson:", err)
		os.Exit(1)
	}
}

func run(family string) error {
	ctx := context.Background()
	server := providerserver.NewProtocol6(provider.New("dev")())()
	all, err := server.GetProviderSchema(ctx, &tfprotov6.GetProviderSchemaRequest{})
	if err != nil {
		return err
	}
	if err := firstError(all.Diagnostics); err != nil {
		return err
	}
	identities, err := server.GetResourceIdentitySchemas(ctx, &tfprotov6.GetResourceIdentitySchemasRequest{})
	if err != nil {
		return err
	}
	if err := firstError(identities.Diagnostics); err != nil {
		return err
	}
	name := family
	if name == "" {
		name = "dhcp"
	}
	enc := json.NewEncoder(os.Stdout)
	enc.SetIndent("", "  ")
	return enc.Encode(object{
		"format_version":   "1.0",
		"provider_schemas": object{"registry.terraform.io/hashicorp/" + name: document(all, identities, family)},
	})
}

func firstError(diags []*tfprotov6.Diagnostic) error {
	for _, d := range diags {
		if d.Severity == tfprotov6.DiagnosticSeverityError {
			return fmt.Errorf("%s: %s", d.Summary, d.Detail)
		}
	}
	return nil
}
