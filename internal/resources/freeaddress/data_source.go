// Package freeaddress is the free addresses of a scope of a Windows DHCP server: the data
// source dhcp_free_addresses.
package freeaddress

import (
	"context"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework-nettypes/iptypes"
	"github.com/hashicorp/terraform-plugin-framework-validators/int64validator"
	"github.com/hashicorp/terraform-plugin-framework-validators/stringvalidator"
	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/dhcp"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/framework"
)

var _ datasource.DataSourceWithConfigure = (*freeDataSource)(nil)

type freeDataSource struct{ framework.WindowsDataSource }

// NewDataSource makes the data source dhcp_free_addresses.
func NewDataSource() datasource.DataSource { return &freeDataSource{} }

// model is the state of dhcp_free_addresses.
type model struct {
	ScopeID      iptypes.IPv4Address `tfsdk:"scope_id"`
	Number       types.Int64         `tfsdk:"number"`
	StartAddress iptypes.IPv4Address `tfsdk:"start_address"`
	EndAddress   iptypes.IPv4Address `tfsdk:"end_address"`
	Addresses    types.List          `tfsdk:"addresses"`
}

func (d *freeDataSource) Metadata(_ context.Context, req datasource.MetadataRequest, resp *datasource.MetadataResponse) {
	resp.TypeName = req.ProviderTypeName + "_free_addresses"
}

func (d *freeDataSource) Schema(_ context.Context, _ datasource.SchemaRequest, resp *datasource.SchemaResponse) {
	together := func(other string) []validator.String {
		return []validator.String{stringvalidator.AlsoRequires(path.MatchRoot(other))}
	}
	resp.Schema = schema.Schema{
		MarkdownDescription: "Free addresses of a scope of a Windows DHCP server: those that nobody had before first, then those of leases that have run out. " +
			"Nothing holds them: somebody else may take them at any time. To keep one, use `dhcp_reservation` without an address.",
		Attributes: map[string]schema.Attribute{
			"scope_id":      schema.StringAttribute{Required: true, CustomType: iptypes.IPv4AddressType{}, MarkdownDescription: "Network address of the scope."},
			"number":        schema.Int64Attribute{Optional: true, Validators: []validator.Int64{int64validator.Between(1, 1024)}, MarkdownDescription: "How many are wanted, 1 to 1024; fewer are given when there are no more. Default: 1."},
			"start_address": schema.StringAttribute{Optional: true, CustomType: iptypes.IPv4AddressType{}, Validators: together("end_address"), MarkdownDescription: "First address to look at, in the range of the scope. Default: its first."},
			"end_address":   schema.StringAttribute{Optional: true, CustomType: iptypes.IPv4AddressType{}, Validators: together("start_address"), MarkdownDescription: "Last address to look at, in the range of the scope. Default: its last."},
			"addresses":     schema.ListAttribute{Computed: true, ElementType: iptypes.IPv4AddressType{}, MarkdownDescription: "The free addresses, in the server's order."},
		},
	}
}

func (d *freeDataSource) Read(ctx context.Context, req datasource.ReadRequest, resp *datasource.ReadResponse) {
	var config model
	resp.Diagnostics.Append(req.Config.Get(ctx, &config)...)
	client := d.Client(&resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}
	scope, _ := framework.Address(config.ScopeID)
	var within dhcp.Range
	if start, ok := framework.Address(config.StartAddress); ok {
		end, _ := framework.Address(config.EndAddress)
		var err error
		if within, err = dhcp.NewRange(start, end); err != nil {
			framework.AddAttributeError(&resp.Diagnostics, path.Root("end_address"), "Invalid range", err)
			return
		}
	}
	number := 1
	if !config.Number.IsNull() {
		number = int(config.Number.ValueInt64())
	}
	if !within.IsZero() {
		// The server refuses a window that cannot hold the number, where fewer are no error otherwise.
		number = int(min(uint64(number), within.Size()))
	}
	free, err := client.FreeAddresses(ctx, scope, number, within)
	if err != nil {
		framework.AddError(&resp.Diagnostics, fmt.Sprintf("Unable to find free addresses of DHCP scope %s", scope), err)
		return
	}
	elements := make([]attr.Value, len(free))
	for i, a := range free {
		elements[i] = framework.AddressValue(a)
	}
	config.Addresses = types.ListValueMust(iptypes.IPv4AddressType{}, elements)
	resp.Diagnostics.Append(resp.State.Set(ctx, &config)...)
}
