package scopev6

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework-timeouts/resource/timeouts"
	"github.com/hashicorp/terraform-plugin-framework-validators/int64validator"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/booldefault"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/int64default"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/planmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/stringdefault"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/stringplanmodifier"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/framework"
)

const description = `An IPv6 scope of a Windows DHCP server: always the whole of a /64.

A new scope is made inactive and activated last. Its exclusions and reservations are objects of their own: ` +
	"`dhcp_exclusion_range_v6` and `dhcp_reservation_v6`; its options are left alone. An existing scope is taken over only when it is exactly as configured, with a warning; otherwise import it. " +
	"Failover is for IPv4 alone: an IPv6 scope is on its server only."

func schemaOf(ctx context.Context) schema.Schema {
	return schema.Schema{
		MarkdownDescription: description,
		Attributes: map[string]schema.Attribute{
			"id": schema.StringAttribute{
				Computed: true, MarkdownDescription: "The prefix in its shortest form, such as `2001:db8:0:1::`.",
				PlanModifiers: []planmodifier.String{stringplanmodifier.UseStateForUnknown()},
			},
			"prefix": schema.StringAttribute{
				Required: true, CustomType: framework.SpelledType[framework.PrefixV6Rule]{},
				PlanModifiers:       []planmodifier.String{framework.KeepSpelling[framework.PrefixV6Rule](), stringplanmodifier.RequiresReplace()},
				MarkdownDescription: "Prefix of the scope in any spelling, such as `2001:db8:0:1::` or `2001:db8:0:1::/64`: 64 bits of global or unique local addresses. Another prefix replaces the scope, and all its leases are lost.",
			},
			"name": schema.StringAttribute{Required: true, MarkdownDescription: "Name of the scope, 1 to 255 characters."},
			"description": schema.StringAttribute{
				Optional: true, Computed: true, Default: stringdefault.StaticString(""),
				MarkdownDescription: "Description of the scope, at most 255 characters. Default: empty.",
			},
			"preference": schema.Int64Attribute{
				Optional: true, Computed: true, Default: int64default.StaticInt64(0), Validators: []validator.Int64{int64validator.Between(0, 255)},
				MarkdownDescription: "Preference of the server's answers, 0 to 255: a client takes the server with the highest. Default: 0.",
			},
			"state": schema.StringAttribute{
				Optional: true, Computed: true, CustomType: framework.SpelledType[framework.ScopeStateRule]{},
				Default:             stringdefault.StaticString("Active"),
				PlanModifiers:       []planmodifier.String{framework.KeepSpelling[framework.ScopeStateRule]()},
				MarkdownDescription: "`Active` (the scope leases addresses) or `Inactive`. Default: `Active`.",
			},
			"preferred_lifetime": duration("How long an address is used for new connections, as in `8d` or `1d12h`. It must not be longer than `valid_lifetime`. Default: `8d`.", defaultPreferred),
			"valid_lifetime":     duration("How long an address may be used at all. Default: `12d`.", defaultValid),
			"t1":                 duration("When a client asks its own server to renew; shorter than `t2`. Default: half of `preferred_lifetime`.", ""),
			"t2":                 duration("When a client asks any server to renew; shorter than `preferred_lifetime`. Default: four fifths of `preferred_lifetime`.", ""),
			"force_destroy": schema.BoolAttribute{
				Optional: true, Computed: true, Default: booldefault.StaticBool(false),
				MarkdownDescription: "Destroy the scope even when clients hold leases of it. Default: false.",
			},
			"timeouts": timeouts.Attributes(ctx, timeouts.Opts{Create: true, Read: true, Update: true, Delete: true}),
		},
	}
}

// duration is one of the times; without a default it is planned from the preferred one.
func duration(text, standard string) schema.StringAttribute {
	a := schema.StringAttribute{
		Optional: true, Computed: true, CustomType: framework.SpelledType[framework.LeaseDurationRule]{}, MarkdownDescription: text,
		PlanModifiers: []planmodifier.String{framework.KeepSpelling[framework.LeaseDurationRule]()},
	}
	if standard != "" {
		a.Default = stringdefault.StaticString(standard)
	}
	return a
}
