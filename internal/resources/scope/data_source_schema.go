package scope

import (
	"github.com/hashicorp/terraform-plugin-framework-nettypes/iptypes"
	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/framework"
)

// readAttributes are the attributes of a scope as data sources give them.
func readAttributes() map[string]schema.Attribute {
	text := func(words string) schema.StringAttribute {
		return schema.StringAttribute{Computed: true, MarkdownDescription: words}
	}
	addr := func(words string) schema.StringAttribute {
		return schema.StringAttribute{Computed: true, CustomType: iptypes.IPv4AddressType{}, MarkdownDescription: words}
	}
	return map[string]schema.Attribute{
		"id":             text("The network address of the scope, which is its id on the server."),
		"scope_id":       addr("The same as `id`, under the name that the cmdlets use."),
		"name":           text("Name of the scope."),
		"network":        addr("Network address of the subnet."),
		"subnet_mask":    text("Mask of the subnet in dotted form."),
		"start_range":    addr("First address that the scope leases; null in a scope without a range."),
		"end_range":      addr("Last address that the scope leases; null in a scope without a range."),
		"lease_duration": schema.StringAttribute{Computed: true, CustomType: framework.SpelledType[framework.LeaseDurationRule]{}, MarkdownDescription: "How long a client may keep an address, as in `8d`, `1d12h` or `unlimited`."},
		"description":    text("Description of the scope; empty when it has none."),
		"gateway":        addr("Router that the clients get (option 3); null when the scope has none, or several."),
		"dns_servers":    schema.ListAttribute{Computed: true, ElementType: iptypes.IPv4AddressType{}, MarkdownDescription: "DNS servers that the clients get (option 6), in order of preference."},
		"dns_domain":     text("DNS domain that the clients get (option 15)."),
		"boot_server":    text("Name or address of the boot server (option 66)."),
		"boot_file":      text("Name of the boot file (option 67)."),
		"exclusions": schema.SetNestedAttribute{
			Computed: true, MarkdownDescription: "Ranges in the subnet that the scope does not lease.",
			NestedObject: schema.NestedAttributeObject{Attributes: map[string]schema.Attribute{
				"start_address": addr("First address of the range."),
				"end_address":   addr("Last address of the range."),
			}},
		},
		"state":             schema.StringAttribute{Computed: true, CustomType: framework.SpelledType[framework.ScopeStateRule]{}, MarkdownDescription: "`Active` or `Inactive`."},
		"type":              schema.StringAttribute{Computed: true, CustomType: framework.SpelledType[framework.ScopeTypeRule]{}, MarkdownDescription: "`Dhcp`, `Bootp` or `Both`."},
		"delay":             schema.Int64Attribute{Computed: true, MarkdownDescription: "Delay of the server's offer in milliseconds."},
		"max_bootp_clients": schema.Int64Attribute{Computed: true, MarkdownDescription: "Largest number of BOOTP clients; null when there is no limit."},
		"activate_policies": schema.BoolAttribute{Computed: true, MarkdownDescription: "Whether the policies of the scope are in force."},
		"superscope_name":   text("Superscope that the scope belongs to; empty when in none."),
	}
}
