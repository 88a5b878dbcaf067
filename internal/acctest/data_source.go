package acctest

import (
	"context"
	"math/big"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// ReadDataSource reads one data source. The state is plain Go, as JSON would be decoded,
// and nil when the read failed.
func (p *Protocol) ReadDataSource(t testing.TB, typeName string, attributes map[string]any) (state map[string]any, diags []*tfprotov6.Diagnostic) {
	t.Helper()
	schema, ok := p.schema.DataSourceSchemas[typeName]
	if !ok {
		t.Fatalf("the provider has no data source %s", typeName)
	}
	config := dynamic(t, schema, attributes)
	validation, err := p.Server.ValidateDataResourceConfig(context.Background(), &tfprotov6.ValidateDataResourceConfigRequest{TypeName: typeName, Config: config})
	if err != nil {
		t.Fatal(err)
	}
	if len(validation.Diagnostics) > 0 {
		return nil, validation.Diagnostics
	}
	resp, err := p.Server.ReadDataSource(context.Background(), &tfprotov6.ReadDataSourceRequest{TypeName: typeName, Config: config})
	if err != nil {
		t.Fatal(err)
	}
	v, err := resp.State.Unmarshal(schema.ValueType())
	if err != nil {
		t.Fatal(err)
	}
	state, _ = plain(t, v).(map[string]any)
	return state, resp.Diagnostics
}

// plain makes plain Go of a known value: nil, string, bool, float64, []any and
// map[string]any.
func plain(t testing.TB, v tftypes.Value) any {
	t.Helper()
	if v.IsNull() {
		return nil
	}
	switch typ := v.Type(); {
	case typ.Is(tftypes.String):
		return as[string](t, v)
	case typ.Is(tftypes.Bool):
		return as[bool](t, v)
	case typ.Is(tftypes.Number):
		n, _ := as[*big.Float](t, v).Float64()
		return n
	case typ.Is(tftypes.List{}), typ.Is(tftypes.Set{}), typ.Is(tftypes.Tuple{}):
		out := []any{}
		for _, element := range as[[]tftypes.Value](t, v) {
			out = append(out, plain(t, element))
		}
		return out
	default:
		out := map[string]any{}
		for name, member := range as[map[string]tftypes.Value](t, v) {
			out[name] = plain(t, member)
		}
		return out
	}
}

func as[T any](t testing.TB, v tftypes.Value) T {
	t.Helper()
	var out T
	if err := v.As(&out); err != nil {
		t.Fatal(err)
	}
	return out
}
