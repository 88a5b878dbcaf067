package acctest

import (
	"context"
	"fmt"
	"maps"
	"math/big"
	"slices"
	"strings"
	"sync"
	"testing"

	frameworkprovider "github.com/hashicorp/terraform-plugin-framework/provider"
	"github.com/hashicorp/terraform-plugin-framework/providerserver"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/provider"
)

// Unknown stands in a configuration for a value that is known only after apply.
const Unknown = unknown("unknown")

type unknown string

// Protocol is the provider as Terraform sees it, without a Terraform.
type Protocol struct {
	Server tfprotov6.ProviderServer
	schema *tfprotov6.GetProviderSchemaResponse
}

// NewProtocol starts a provider in this process. It is not configured.
func NewProtocol(t testing.TB) *Protocol {
	t.Helper()
	return ProtocolOf(t, provider.New("test")())
}

// ProtocolOf starts a provider that was made elsewhere. It is not configured.
func ProtocolOf(t testing.TB, p frameworkprovider.Provider) *Protocol {
	t.Helper()
	server := providerserver.NewProtocol6(p)()
	read.Do(func() {
		schemas, readError = server.GetProviderSchema(context.Background(), &tfprotov6.GetProviderSchemaRequest{})
	})
	if readError != nil {
		t.Fatal(readError)
	}
	return &Protocol{Server: server, schema: schemas}
}

// The schemas are read once: they are the same for every provider.
var (
	read      sync.Once
	schemas   *tfprotov6.GetProviderSchemaResponse
	readError error
)

// Resources are the names of all resources, sorted.
func (p *Protocol) Resources() []string { return slices.Sorted(maps.Keys(p.schema.ResourceSchemas)) }

// Configure configures the provider with the attributes given.
func (p *Protocol) Configure(t testing.TB, attributes map[string]any) []*tfprotov6.Diagnostic {
	t.Helper()
	resp, err := p.Server.ConfigureProvider(context.Background(), &tfprotov6.ConfigureProviderRequest{
		TerraformVersion: "1.11.4", Config: dynamic(t, p.schema.Provider, attributes),
	})
	if err != nil {
		t.Fatal(err)
	}
	return resp.Diagnostics
}

// Validate checks the configuration of one resource as terraform validate does.
func (p *Protocol) Validate(t testing.TB, typeName string, attributes map[string]any) []*tfprotov6.Diagnostic {
	t.Helper()
	schema, ok := p.schema.ResourceSchemas[typeName]
	if !ok {
		t.Fatalf("the provider has no resource %s", typeName)
	}
	resp, err := p.Server.ValidateResourceConfig(context.Background(), &tfprotov6.ValidateResourceConfigRequest{
		TypeName: typeName, Config: dynamic(t, schema, attributes),
	})
	if err != nil {
		t.Fatal(err)
	}
	return resp.Diagnostics
}

// Plan plans the creation of one resource from a configuration.
func (p *Protocol) Plan(t testing.TB, typeName string, attributes map[string]any) *tfprotov6.PlanResourceChangeResponse {
	t.Helper()
	schema := p.schema.ResourceSchemas[typeName]
	object := schema.ValueType()
	config := dynamic(t, schema, attributes)
	prior, err := tfprotov6.NewDynamicValue(object, tftypes.NewValue(object, nil))
	if err != nil {
		t.Fatal(err)
	}
	resp, err := p.Server.PlanResourceChange(context.Background(), &tfprotov6.PlanResourceChangeRequest{
		TypeName: typeName, PriorState: &prior, Config: config, ProposedNewState: config,
	})
	if err != nil {
		t.Fatal(err)
	}
	return resp
}

// Invoke runs an action and returns its progress messages and diagnostics.
func (p *Protocol) Invoke(t testing.TB, typeName string, attributes map[string]any) (progress []string, diags []*tfprotov6.Diagnostic) {
	t.Helper()
	server, ok := p.Server.(tfprotov6.ActionServer)
	if !ok {
		t.Fatal("the provider has no actions")
	}
	resp, err := server.InvokeAction(context.Background(), &tfprotov6.InvokeActionRequest{
		ActionType: typeName, Config: dynamic(t, p.schema.ActionSchemas[typeName].Schema, attributes),
	})
	if err != nil {
		t.Fatal(err)
	}
	for event := range resp.Events {
		switch e := event.Type.(type) {
		case tfprotov6.ProgressInvokeActionEventType:
			progress = append(progress, e.Message)
		case tfprotov6.CompletedInvokeActionEventType:
			diags = e.Diagnostics
		}
	}
	return progress, diags
}

// Messages renders diagnostics, one a line: "error at exclusions[…]: summary: detail".
func Messages(diags []*tfprotov6.Diagnostic) string {
	var b strings.Builder
	for _, d := range diags {
		at := ""
		if d.Attribute != nil {
			at = " at " + strings.TrimPrefix(d.Attribute.String(), "AttributeName")
		}
		fmt.Fprintf(&b, "%s%s: %s: %s\n", strings.ToLower(d.Severity.String()), at, d.Summary, d.Detail)
	}
	return b.String()
}

func dynamic(t testing.TB, schema *tfprotov6.Schema, attributes map[string]any) *tfprotov6.DynamicValue {
	t.Helper()
	object := schema.ValueType()
	v, err := tfprotov6.NewDynamicValue(object, value(t, object, attributes))
	if err != nil {
		t.Fatal(err)
	}
	return &v
}

// value makes a value of a type from plain Go: nil, Unknown, string, bool, int, float64,
// []any and map[string]any. Members that are left out are null.
func value(t testing.TB, typ tftypes.Type, v any) tftypes.Value {
	t.Helper()
	switch v := v.(type) {
	case nil:
		return tftypes.NewValue(typ, nil)
	case unknown:
		return tftypes.NewValue(typ, tftypes.UnknownValue)
	case int:
		return tftypes.NewValue(typ, big.NewFloat(float64(v)))
	case float64:
		return tftypes.NewValue(typ, big.NewFloat(v))
	case []any:
		return sequence(t, typ, v)
	case map[string]any:
		return mapping(t, typ, v)
	default:
		return tftypes.NewValue(typ, v)
	}
}

func sequence(t testing.TB, typ tftypes.Type, list []any) tftypes.Value {
	t.Helper()
	var element tftypes.Type
	switch typ := typ.(type) {
	case tftypes.List:
		element = typ.ElementType
	case tftypes.Set:
		element = typ.ElementType
	default:
		t.Fatalf("%s takes no list", typ)
	}
	out := make([]tftypes.Value, 0, len(list))
	for _, e := range list {
		out = append(out, value(t, element, e))
	}
	return tftypes.NewValue(typ, out)
}

func mapping(t testing.TB, typ tftypes.Type, members map[string]any) tftypes.Value {
	t.Helper()
	out := map[string]tftypes.Value{}
	switch typ := typ.(type) {
	case tftypes.Map:
		for name, m := range members {
			out[name] = value(t, typ.ElementType, m)
		}
	case tftypes.Object:
		for name, m := range typ.AttributeTypes {
			out[name] = value(t, m, members[name])
		}
		for name := range members {
			if _, ok := typ.AttributeTypes[name]; !ok {
				t.Fatalf("there is no attribute %s", name)
			}
		}
	default:
		t.Fatalf("%s takes no map", typ)
	}
	return tftypes.NewValue(typ, out)
}
