package keapool

import (
	"context"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework-validators/int64validator"
	"github.com/hashicorp/terraform-plugin-framework-validators/stringvalidator"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/int64planmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/planmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/stringplanmodifier"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/framework"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/kea"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/resources/keaattr"
)

func schemaOf() schema.Schema {
	return schema.Schema{
		MarkdownDescription: "One pool of a subnet of a Kea server that somebody else manages. The subnet's other pools are left alone. For a subnet managed by `kea_subnet`, leave its `pools` out.",
		Attributes: map[string]schema.Attribute{
			"id": keaattr.ID("Service, subnet id and range: `dhcp4/1/192.0.2.10-192.0.2.20`."),
			"subnet": schema.StringAttribute{
				Optional: true, Computed: true, CustomType: framework.SpelledType[framework.SubnetPrefixRule]{},
				Validators:          []validator.String{stringvalidator.AtLeastOneOf(path.MatchRoot("subnet_id"))},
				PlanModifiers:       []planmodifier.String{framework.KeepSpelling[framework.SubnetPrefixRule](), stringplanmodifier.UseStateForUnknown(), stringplanmodifier.RequiresReplace()},
				MarkdownDescription: "Prefix of the subnet. Give this or `subnet_id`. Another subnet replaces the pool.",
			},
			"subnet_id": schema.Int64Attribute{
				Optional: true, Computed: true,
				Validators:          []validator.Int64{int64validator.Between(1, 4294967294)},
				PlanModifiers:       []planmodifier.Int64{int64planmodifier.UseStateForUnknown(), int64planmodifier.RequiresReplace()},
				MarkdownDescription: "Id of the subnet.",
			},
			"pool": schema.StringAttribute{
				Required: true, CustomType: framework.SpelledType[framework.PoolRangeRule]{},
				PlanModifiers:       []planmodifier.String{framework.KeepSpelling[framework.PoolRangeRule](), stringplanmodifier.RequiresReplace()},
				MarkdownDescription: "Range such as `192.0.2.100-192.0.2.199`, or an aligned prefix. A change replaces the pool.",
			},
			"option_data":                 keaattr.OptionData("pool"),
			"client_classes":              keaattr.Classes("Clients of these classes only get addresses of the pool. Below Kea 3.0 one class at most."),
			"evaluate_additional_classes": keaattr.Classes("Classes that are evaluated for clients of the pool additionally (`require-client-classes` below Kea 3.0)."),
			"differing_peers":             keaattr.DifferingPeers(),
			"user_context":                keaattr.UserContext("pool"),
		},
	}
}

// model is the state of a kea_pool.
type model struct {
	ID              types.String           `tfsdk:"id"`
	Subnet          framework.SubnetPrefix `tfsdk:"subnet"`
	SubnetID        types.Int64            `tfsdk:"subnet_id"`
	Pool            framework.PoolRange    `tfsdk:"pool"`
	OptionData      types.List             `tfsdk:"option_data"`
	ClientClasses   types.Set              `tfsdk:"client_classes"`
	EvaluateClasses types.Set              `tfsdk:"evaluate_additional_classes"`
	UserContext     framework.UserContext  `tfsdk:"user_context"`
	DifferingPeers  types.List             `tfsdk:"differing_peers"`
}

func (m *model) poolRange() kea.AddressRange {
	r, _ := kea.ParseRange(m.Pool.ValueString())
	return r
}

func (m *model) family() kea.Family { return kea.FamilyOf(m.poolRange().First) }
func (m *model) subnetID() uint32   { return uint32(m.SubnetID.ValueInt64()) }

// name is the id of the pool.
func (m *model) name() string {
	return fmt.Sprintf("%s/%d/%s", m.family().Service(), m.subnetID(), m.poolRange())
}

func (m *model) toKea(ctx context.Context, diags *diag.Diagnostics) kea.Pool {
	return kea.Pool{
		Range: m.poolRange(), Options: keaattr.Options(ctx, m.OptionData, diags), UserContext: m.UserContext.ValueString(),
		ClientClasses: keaattr.Texts(m.ClientClasses.Elements()), EvaluateClasses: keaattr.Texts(m.EvaluateClasses.Elements()),
	}
}

func (m *model) fromKea(ctx context.Context, p kea.Pool, diags *diag.Diagnostics) {
	m.ID = types.StringValue(m.name())
	m.OptionData = keaattr.FromOptions(ctx, m.family(), m.OptionData, p.Options, diags)
	m.ClientClasses, m.EvaluateClasses = keaattr.Set(m.ClientClasses, p.ClientClasses), keaattr.Set(m.EvaluateClasses, p.EvaluateClasses)
	m.UserContext = keaattr.Context(m.UserContext, p.UserContext)
	m.DifferingPeers = keaattr.NoPeers()
}
