package functions

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/function"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/dhcp"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/framework"
)

var (
	_ function.Function = (*encodeClasslessRoutes)(nil)
	_ function.Function = (*decodeClasslessRoutes)(nil)
)

// route is one element of the list of routes.
type route struct {
	Destination types.String `tfsdk:"destination"`
	Router      types.String `tfsdk:"router"`
}

var routeType = types.ObjectType{AttrTypes: map[string]attr.Type{"destination": types.StringType, "router": types.StringType}}

type encodeClasslessRoutes struct{}

// NewEncodeClasslessRoutes returns the function encode_classless_routes.
func NewEncodeClasslessRoutes() function.Function { return &encodeClasslessRoutes{} }

func (f *encodeClasslessRoutes) Metadata(_ context.Context, _ function.MetadataRequest, resp *function.MetadataResponse) {
	resp.Name = "encode_classless_routes"
}

func (f *encodeClasslessRoutes) Definition(_ context.Context, _ function.DefinitionRequest, resp *function.DefinitionResponse) {
	resp.Definition = function.Definition{
		Summary: "Writes classless routes as the bytes of option 121 or 249",
		MarkdownDescription: "Writes classless static routes (RFC 3442) as the bytes of the DHCP options 121 and 249: for each route the prefix length, " +
			"the significant octets of the destination and the router. The bytes are texts such as `0x0a`, as `values` of `dhcp_option_value` takes them.",
		Parameters: []function.Parameter{
			function.ListParameter{
				Name: "routes", ElementType: routeType,
				MarkdownDescription: "Routes in their order, each with `destination` (such as `10.8.0.0/16`; `0.0.0.0/0` is the default route, which clients of option 121 take from nowhere else) and `router`.",
			},
		},
		Return: function.ListReturn{ElementType: types.StringType},
	}
}

func (f *encodeClasslessRoutes) Run(ctx context.Context, req function.RunRequest, resp *function.RunResponse) {
	var list []route
	if resp.Error = req.Arguments.Get(ctx, &list); resp.Error != nil {
		return
	}
	routes := make([]dhcp.Route, len(list))
	for i, r := range list {
		var err error
		if routes[i], err = dhcp.ParseRoute(r.Destination.ValueString(), r.Router.ValueString()); err != nil {
			resp.Error = function.NewArgumentFuncError(0, framework.Sentence(err))
			return
		}
	}
	data, err := dhcp.EncodeRoutes(routes)
	if err != nil {
		resp.Error = function.NewArgumentFuncError(0, framework.Sentence(err))
		return
	}
	resp.Error = resp.Result.Set(ctx, dhcp.FormatBytes(data))
}

type decodeClasslessRoutes struct{}

// NewDecodeClasslessRoutes returns the function decode_classless_routes.
func NewDecodeClasslessRoutes() function.Function { return &decodeClasslessRoutes{} }

func (f *decodeClasslessRoutes) Metadata(_ context.Context, _ function.MetadataRequest, resp *function.MetadataResponse) {
	resp.Name = "decode_classless_routes"
}

func (f *decodeClasslessRoutes) Definition(_ context.Context, _ function.DefinitionRequest, resp *function.DefinitionResponse) {
	resp.Definition = function.Definition{
		Summary: "Reads classless routes from the bytes of option 121 or 249",
		MarkdownDescription: "Reads classless static routes (RFC 3442) from the bytes of the DHCP options 121 and 249. " +
			"Each element is one byte (`0x0a`, `10`) or several (`0x0a0b0c`). Bytes that are no list of routes are an error.",
		Parameters: []function.Parameter{
			function.ListParameter{Name: "values", ElementType: types.StringType, MarkdownDescription: "The bytes, as data sources and `dhcp_option_value` give them."},
		},
		Return: function.ListReturn{ElementType: routeType},
	}
}

func (f *decodeClasslessRoutes) Run(ctx context.Context, req function.RunRequest, resp *function.RunResponse) {
	var values []string
	if resp.Error = req.Arguments.Get(ctx, &values); resp.Error != nil {
		return
	}
	data, err := dhcp.ParseBytes(values)
	var routes []dhcp.Route
	if err == nil {
		routes, err = dhcp.DecodeRoutes(data)
	}
	if err != nil {
		resp.Error = function.NewArgumentFuncError(0, framework.Sentence(err))
		return
	}
	list := make([]route, len(routes))
	for i, r := range routes {
		list[i] = route{types.StringValue(r.Destination.String()), types.StringValue(r.Router.String())}
	}
	resp.Error = resp.Result.Set(ctx, list)
}
