package acctest

import (
	"github.com/hashicorp/terraform-plugin-framework/providerserver"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/provider"
)

// Factories are the providers of an acceptance test: ours under the name dhcp. Each
// command of Terraform gets a provider of its own, as it gets a process of its own.
func Factories() map[string]func() (tfprotov6.ProviderServer, error) {
	return map[string]func() (tfprotov6.ProviderServer, error){
		"dhcp": func() (tfprotov6.ProviderServer, error) {
			return providerserver.NewProtocol6(provider.New("test")())(), nil
		},
	}
}
