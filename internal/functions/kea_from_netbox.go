package functions

import (
	"context"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/function"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/netbox"
)

var _ function.Function = (*keaFromNetbox)(nil)

type keaFromNetbox struct{}

// NewKeaFromNetbox returns the function kea_from_netbox.
func NewKeaFromNetbox() function.Function { return &keaFromNetbox{} }

func (f *keaFromNetbox) Metadata(_ context.Context, _ function.MetadataRequest, resp *function.MetadataResponse) {
	resp.Name = "kea_from_netbox"
}

const keaFromNetboxHelp = "Turns address plans of NetBox into maps for `for_each` with `kea_subnet`, `kea_pool` and `kea_reservation`.\n\n" +
	"Returns an object with\n\n" +
	"- `subnets`: prefixes that are neither containers nor deprecated: `subnet`, `user_context`;\n" +
	"- `pools`: active ranges, each in the most specific prefix that holds it: `subnet_key` (its key in `subnets`), `subnet`, `pool`, `user_context`;\n" +
	"- `reservations`: addresses with status `dhcp` and a MAC address: `subnet_key`, `subnet`, `hw_address`, `ip_address` (IPv4) or `ip_addresses` (IPv6), `hostname`, `user_context`. " +
	"Without an address, `allocate_from` is the referenced range: `kea_reservation` picks a free address of it once and keeps it, so the same MAC address gets the same address for ever;\n" +
	"- `warnings`: a line for each object that is left out, with its name and the reason.\n\n" +
	"The keys are the objects' own, `namespace/name`, so renaming one object never touches another. Wrong input is an error that names each object and field.\n\n" +
	"Two kinds of input, also mixed:\n\n" +
	"- Kubernetes objects of the group `dcops.microscaler.io/v1alpha1`, kinds `NetBoxPrefix`, `NetBoxIPRange` and `NetBoxIPAddress`, as objects or as YAML texts. " +
	"Only objects count whose status says that they were created, unless the options say `require_ready = false`, which takes the specs alone, as for plans from Git;\n" +
	"- what the data sources `netbox_prefixes`, `netbox_ip_ranges` and `netbox_ip_addresses` of the Terraform provider `netbox` return, whole or their lists. Their keys are `netbox/<id>`. " +
	"NetBox keeps no MAC address with an address: it is taken from an attribute `mac_address` that the configuration adds, or from the custom field of that name."

func (f *keaFromNetbox) Definition(_ context.Context, _ function.DefinitionRequest, resp *function.DefinitionResponse) {
	resp.Definition = function.Definition{
		Summary:             "Turns NetBox objects into subnets, pools and reservations of Kea",
		MarkdownDescription: keaFromNetboxHelp,
		Parameters: []function.Parameter{
			function.DynamicParameter{
				Name:                "manifests",
				MarkdownDescription: "List of objects, of YAML texts with one or more documents, and of lists of them.",
			},
		},
		VariadicParameter: function.DynamicParameter{
			Name:                "options",
			MarkdownDescription: "An object with `require_ready` (Boolean, default true): whether a Kubernetes object counts only when its status says that it was created.",
		},
		Return: function.ObjectReturn{AttributeTypes: keaPlanTypes},
	}
}

func (f *keaFromNetbox) Run(ctx context.Context, req function.RunRequest, resp *function.RunResponse) {
	var manifests types.Dynamic
	var more []types.Dynamic
	if resp.Error = req.Arguments.Get(ctx, &manifests, &more); resp.Error != nil {
		return
	}
	elements, err := toGo(manifests)
	if err != nil {
		resp.Error = function.NewArgumentFuncError(0, err.Error())
		return
	}
	options, err := netboxOptions(more)
	if err != nil {
		resp.Error = function.NewArgumentFuncError(1, err.Error())
		return
	}
	list, isList := elements.([]any)
	if !isList {
		list = []any{elements}
	}
	plan, err := netbox.Read(list, options)
	if err != nil {
		resp.Error = function.NewArgumentFuncError(0, "Unable to read the NetBox objects:\n"+err.Error())
		return
	}
	resp.Error = resp.Result.Set(ctx, keaPlanValue(plan))
}

func netboxOptions(more []types.Dynamic) (netbox.Options, error) {
	if len(more) > 1 {
		return netbox.Options{}, fmt.Errorf("there is one object of options at most, not %d", len(more))
	}
	if len(more) == 0 || more[0].IsNull() {
		return netbox.Options{}, nil
	}
	value, err := toGo(more[0])
	if err != nil {
		return netbox.Options{}, err
	}
	members, ok := value.(map[string]any)
	if !ok {
		return netbox.Options{}, fmt.Errorf("the options have to be an object such as { require_ready = false }")
	}
	requireReady := true
	for name, v := range members {
		ready, isBool := v.(bool)
		switch {
		case name != "require_ready":
			return netbox.Options{}, fmt.Errorf("there is no option %q: the only one is require_ready", name)
		case v == nil:
		case !isBool:
			return netbox.Options{}, fmt.Errorf("require_ready has to be true or false")
		default:
			requireReady = ready
		}
	}
	return netbox.Options{SpecsAlone: !requireReady}, nil
}

var (
	texts       = types.ListType{ElemType: types.StringType}
	subnetTypes = map[string]attr.Type{"subnet": types.StringType, "user_context": types.StringType}
	poolTypes   = map[string]attr.Type{
		"subnet_key": types.StringType, "subnet": types.StringType, "pool": types.StringType, "user_context": types.StringType,
	}
	reservationTypes = map[string]attr.Type{
		"subnet_key": types.StringType, "subnet": types.StringType, "hw_address": types.StringType,
		"ip_address": types.StringType, "ip_addresses": texts, "allocate_from": texts,
		"hostname": types.StringType, "user_context": types.StringType,
	}
	keaPlanTypes = map[string]attr.Type{
		"subnets":      types.MapType{ElemType: types.ObjectType{AttrTypes: subnetTypes}},
		"pools":        types.MapType{ElemType: types.ObjectType{AttrTypes: poolTypes}},
		"reservations": types.MapType{ElemType: types.ObjectType{AttrTypes: reservationTypes}},
		"warnings":     texts,
	}
)
