package provider

import (
	"context"
	"net"

	"github.com/hashicorp/terraform-plugin-framework/provider"
)

// Dialing makes a provider that reaches its servers by dial.
func Dialing(dial func(ctx context.Context, network, address string) (net.Conn, error)) provider.Provider {
	return &dhcpProvider{version: "test", dial: dial}
}
