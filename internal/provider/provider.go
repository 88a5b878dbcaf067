// Package provider wires the provider together: its schema, its configuration and
// the lists of what it offers. It is the only package that knows all others.
package provider

import (
	"context"
	"fmt"
	"net"

	"github.com/hashicorp/terraform-plugin-framework/provider"
	"github.com/hashicorp/terraform-plugin-framework/provider/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/framework"
)

var (
	_ provider.Provider                  = (*dhcpProvider)(nil)
	_ provider.ProviderWithActions       = (*dhcpProvider)(nil)
	_ provider.ProviderWithFunctions     = (*dhcpProvider)(nil)
	_ provider.ProviderWithListResources = (*dhcpProvider)(nil)
)

type dhcpProvider struct {
	version string
	dial    dialer // nil: the network
}

// dialer opens connections to servers; tests put in one that stays in memory.
type dialer func(ctx context.Context, network, address string) (net.Conn, error)

// New returns a constructor of the provider. The version is shown by Terraform and
// sent in the User-Agent of every request.
func New(version string) func() provider.Provider {
	return func() provider.Provider { return &dhcpProvider{version: version} }
}

func (p *dhcpProvider) Metadata(_ context.Context, _ provider.MetadataRequest, resp *provider.MetadataResponse) {
	resp.TypeName = "dhcp"
	resp.Version = p.version
}

func (p *dhcpProvider) Schema(_ context.Context, _ provider.SchemaRequest, resp *provider.SchemaResponse) {
	resp.Schema = schema.Schema{
		MarkdownDescription: "DHCP as code: Windows DHCP servers over WinRM, ISC Kea over its control API, and service catalogs rendered to Kubernetes manifests.",
		Attributes: map[string]schema.Attribute{
			"windows": windowsSchema(),
			"kea":     keaSchema(),
		},
	}
}

func (p *dhcpProvider) Configure(ctx context.Context, req provider.ConfigureRequest, resp *provider.ConfigureResponse) {
	var config providerModel
	resp.Diagnostics.Append(req.Config.Get(ctx, &config)...)
	if resp.Diagnostics.HasError() {
		return
	}
	agent := fmt.Sprintf("Terraform/%s terraform-provider-dhcp/%s", req.TerraformVersion, p.version)
	data := &framework.ProviderData{}
	s := newSettings("windows", windowsPrefix, &resp.Diagnostics)
	if w, ok := decodeBlock[windowsModel](ctx, config.Windows, s).resolve(s); ok && !resp.Diagnostics.HasError() {
		w.transport.Dial = p.dial
		data.Windows = w.open(s, agent)
	}
	k := newSettings("kea", keaPrefix, &resp.Diagnostics)
	if c, ok := decodeBlock[keaModel](ctx, config.Kea, k).resolve(k, agent); ok && !resp.Diagnostics.HasError() {
		c.Dial = p.dial
		data.Kea = k.openKea(c)
	}
	resp.ResourceData, resp.DataSourceData, resp.ListResourceData, resp.ActionData = data, data, data, data
}

// providerModel is the provider's configuration.
type providerModel struct {
	Windows types.Object `tfsdk:"windows"`
	Kea     types.Object `tfsdk:"kea"`
}
