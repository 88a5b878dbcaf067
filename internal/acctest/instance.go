package acctest

import (
	"context"
	"slices"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// Instance is one resource as Terraform keeps it from one command to the next.
type Instance struct {
	Type     string
	state    tftypes.Value
	private  []byte
	identity *tfprotov6.ResourceIdentityData
	tainted  bool // its creation failed: the next apply makes it anew
}

// Absent is a resource that is not in the state.
func (p *Protocol) Absent(typeName string) Instance {
	return Instance{Type: typeName, state: tftypes.NewValue(p.schema.ResourceSchemas[typeName].ValueType(), nil)}
}

// InState tells whether the resource is in the state.
func (i Instance) InState() bool { return !i.state.IsNull() }

// Same tells whether two states of a resource say the same.
func (i Instance) Same(o Instance) bool { return i.state.Equal(o.state) }

// String is the state for messages of tests.
func (i Instance) String() string { return i.state.String() }

// Apply plans and applies a configuration of a resource as terraform apply does; a nil
// configuration destroys it. What must be replaced is destroyed first.
func (p *Protocol) Apply(t testing.TB, i Instance, config map[string]any) (Instance, []*tfprotov6.Diagnostic) {
	t.Helper()
	if config != nil && i.InState() {
		_, replace, diags := p.plan(t, i, config)
		if hasError(diags) {
			return i, diags
		}
		if replace || i.tainted {
			if i, diags = p.apply(t, i, nil); i.InState() || hasError(diags) {
				return i, diags
			}
		}
	}
	return p.apply(t, i, config)
}

// Differs tells whether a plan for a resource would change anything.
func (p *Protocol) Differs(t testing.TB, i Instance, config map[string]any) bool {
	t.Helper()
	resp, replace, diags := p.plan(t, i, config)
	if hasError(diags) {
		t.Fatal(Messages(diags))
	}
	return replace || i.tainted || !p.value(t, i.Type, resp.PlannedState).Equal(i.state)
}

func (p *Protocol) apply(t testing.TB, i Instance, config map[string]any) (Instance, []*tfprotov6.Diagnostic) {
	t.Helper()
	if config == nil && !i.InState() {
		return i, nil
	}
	planned, _, diags := p.plan(t, i, config)
	if hasError(diags) {
		return i, diags
	}
	if p.value(t, i.Type, planned.PlannedState).Equal(i.state) {
		return i, diags
	}
	resp, err := p.Server.ApplyResourceChange(context.Background(), &tfprotov6.ApplyResourceChangeRequest{
		TypeName: i.Type, PriorState: p.dynamic(t, i.Type, i.state), PlannedState: planned.PlannedState, Config: p.config(t, i.Type, config),
		PlannedPrivate: planned.PlannedPrivate, PlannedIdentity: planned.PlannedIdentity,
	})
	if err != nil {
		t.Fatal(err)
	}
	diags = append(diags, resp.Diagnostics...)
	next := Instance{Type: i.Type, state: p.value(t, i.Type, resp.NewState), private: resp.Private, identity: resp.NewIdentity}
	next.tainted = next.InState() && !i.InState() && hasError(diags)
	return next, diags
}

func (p *Protocol) plan(t testing.TB, i Instance, config map[string]any) (resp *tfprotov6.PlanResourceChangeResponse, replace bool, diags []*tfprotov6.Diagnostic) {
	t.Helper()
	wanted := p.config(t, i.Type, config)
	resp, err := p.Server.PlanResourceChange(context.Background(), &tfprotov6.PlanResourceChangeRequest{
		TypeName: i.Type, PriorState: p.dynamic(t, i.Type, i.state), Config: wanted, PriorPrivate: i.private, PriorIdentity: i.identity,
		ProposedNewState: p.dynamic(t, i.Type, p.proposed(t, i, p.value(t, i.Type, wanted))),
	})
	if err != nil {
		t.Fatal(err)
	}
	return resp, len(resp.RequiresReplace) > 0 && i.InState() && config != nil, resp.Diagnostics
}

// proposed is a configuration with the state's values where it leaves computed attributes
// out, as Terraform proposes it to the provider.
func (p *Protocol) proposed(t testing.TB, i Instance, config tftypes.Value) tftypes.Value {
	t.Helper()
	if config.IsNull() || !i.InState() {
		return config
	}
	wanted, prior := map[string]tftypes.Value{}, map[string]tftypes.Value{}
	if err := config.As(&wanted); err != nil {
		t.Fatal(err)
	}
	if err := i.state.As(&prior); err != nil {
		t.Fatal(err)
	}
	for _, a := range p.schema.ResourceSchemas[i.Type].Block.Attributes {
		if a.Computed && wanted[a.Name].IsNull() {
			wanted[a.Name] = prior[a.Name]
		}
	}
	return tftypes.NewValue(config.Type(), wanted)
}

// Refresh reads a resource as terraform refresh does.
func (p *Protocol) Refresh(t testing.TB, i Instance) (Instance, []*tfprotov6.Diagnostic) {
	t.Helper()
	if !i.InState() {
		return i, nil
	}
	resp, err := p.Server.ReadResource(context.Background(), &tfprotov6.ReadResourceRequest{
		TypeName: i.Type, CurrentState: p.dynamic(t, i.Type, i.state), Private: i.private, CurrentIdentity: i.identity,
	})
	if err != nil {
		t.Fatal(err)
	}
	if hasError(resp.Diagnostics) {
		return i, resp.Diagnostics
	}
	return Instance{Type: i.Type, state: p.value(t, i.Type, resp.NewState), private: resp.Private, identity: resp.NewIdentity, tainted: i.tainted}, resp.Diagnostics
}

// Import brings an object into the state by its id, as terraform import does.
func (p *Protocol) Import(t testing.TB, typeName, id string) (Instance, []*tfprotov6.Diagnostic) {
	t.Helper()
	resp, err := p.Server.ImportResourceState(context.Background(), &tfprotov6.ImportResourceStateRequest{TypeName: typeName, ID: id})
	if err != nil {
		t.Fatal(err)
	}
	if hasError(resp.Diagnostics) || len(resp.ImportedResources) != 1 {
		return p.Absent(typeName), resp.Diagnostics
	}
	found := resp.ImportedResources[0]
	return p.Refresh(t, Instance{Type: typeName, state: p.value(t, typeName, found.State), private: found.Private, identity: found.Identity})
}

func (p *Protocol) config(t testing.TB, typeName string, config map[string]any) *tfprotov6.DynamicValue {
	t.Helper()
	if config == nil {
		return p.dynamic(t, typeName, tftypes.NewValue(p.schema.ResourceSchemas[typeName].ValueType(), nil))
	}
	return dynamic(t, p.schema.ResourceSchemas[typeName], config)
}

func (p *Protocol) value(t testing.TB, typeName string, v *tfprotov6.DynamicValue) tftypes.Value {
	t.Helper()
	out, err := v.Unmarshal(p.schema.ResourceSchemas[typeName].ValueType())
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func (p *Protocol) dynamic(t testing.TB, typeName string, v tftypes.Value) *tfprotov6.DynamicValue {
	t.Helper()
	out, err := tfprotov6.NewDynamicValue(p.schema.ResourceSchemas[typeName].ValueType(), v)
	if err != nil {
		t.Fatal(err)
	}
	return &out
}

func hasError(diags []*tfprotov6.Diagnostic) bool {
	return slices.ContainsFunc(diags, func(d *tfprotov6.Diagnostic) bool { return d.Severity == tfprotov6.DiagnosticSeverityError })
}
