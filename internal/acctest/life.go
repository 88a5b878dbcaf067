package acctest

import (
	"context"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// Life is one object of a resource type over its plans, applies and reads, as Terraform
// would call the provider, without a Terraform: a step costs milliseconds.
type Life struct {
	p        *Protocol
	typeName string
	schema   *tfprotov6.Schema
	state    tftypes.Value
	private  []byte
	identity *tfprotov6.ResourceIdentityData
}

// Life begins with no object.
func (p *Protocol) Life(t testing.TB, typeName string) *Life {
	t.Helper()
	schema, ok := p.schema.ResourceSchemas[typeName]
	if !ok {
		t.Fatalf("the provider has no resource %s", typeName)
	}
	return &Life{p: p, typeName: typeName, schema: schema, state: tftypes.NewValue(schema.ValueType(), nil)}
}

// Apply plans a configuration and applies the plan; a nil configuration destroys. It
// returns the attributes that the plan changed, "replace" among them when the plan would
// replace the object, and the diagnostics of the step that failed, or of the apply.
func (l *Life) Apply(t testing.TB, attributes map[string]any) (changed []string, messages string) {
	t.Helper()
	object := l.schema.ValueType()
	config := tftypes.NewValue(object, nil)
	if attributes != nil {
		config = value(t, object, attributes)
	}
	plan, err := l.p.Server.PlanResourceChange(context.Background(), &tfprotov6.PlanResourceChangeRequest{
		TypeName: l.typeName, PriorState: l.dynamic(t, l.state), Config: l.dynamic(t, config), ProposedNewState: l.dynamic(t, l.proposed(t, config)), PriorPrivate: l.private, PriorIdentity: l.identity,
	})
	if err != nil {
		t.Fatal(err)
	}
	if failed(plan.Diagnostics) {
		return nil, Messages(plan.Diagnostics)
	}
	planned, err := plan.PlannedState.Unmarshal(object)
	if err != nil {
		t.Fatal(err)
	}
	changed = l.changes(t, planned)
	if len(plan.RequiresReplace) > 0 {
		return append(changed, "replace"), Messages(plan.Diagnostics)
	}
	if len(changed) == 0 {
		return nil, Messages(plan.Diagnostics)
	}
	applied, err := l.p.Server.ApplyResourceChange(context.Background(), &tfprotov6.ApplyResourceChangeRequest{
		TypeName: l.typeName, PriorState: l.dynamic(t, l.state), PlannedState: plan.PlannedState, Config: l.dynamic(t, config), PlannedPrivate: plan.PlannedPrivate, PlannedIdentity: plan.PlannedIdentity,
	})
	if err != nil {
		t.Fatal(err)
	}
	l.take(t, applied.NewState, applied.NewIdentity)
	l.private = applied.Private
	return changed, Messages(append(plan.Diagnostics, applied.Diagnostics...))
}

// Read refreshes the state.
func (l *Life) Read(t testing.TB) (messages string) {
	t.Helper()
	resp, err := l.p.Server.ReadResource(context.Background(), &tfprotov6.ReadResourceRequest{TypeName: l.typeName, CurrentState: l.dynamic(t, l.state), Private: l.private, CurrentIdentity: l.identity})
	if err != nil {
		t.Fatal(err)
	}
	l.take(t, resp.NewState, resp.NewIdentity)
	l.private = resp.Private
	return Messages(resp.Diagnostics)
}

// Import takes over an object by its id, or by its identity, and reads it.
func (l *Life) Import(t testing.TB, id string, byIdentity bool) (messages string) {
	t.Helper()
	req := &tfprotov6.ImportResourceStateRequest{TypeName: l.typeName, ID: id}
	if byIdentity {
		object := tftypes.Object{AttributeTypes: map[string]tftypes.Type{"id": tftypes.String}}
		data, err := tfprotov6.NewDynamicValue(object, value(t, object, map[string]any{"id": id}))
		if err != nil {
			t.Fatal(err)
		}
		req.ID, req.Identity = "", &tfprotov6.ResourceIdentityData{IdentityData: &data}
	}
	resp, err := l.p.Server.ImportResourceState(context.Background(), req)
	if err != nil {
		t.Fatal(err)
	}
	if failed(resp.Diagnostics) || len(resp.ImportedResources) != 1 {
		return Messages(resp.Diagnostics)
	}
	imported := resp.ImportedResources[0]
	l.take(t, imported.State, imported.Identity)
	l.private = imported.Private
	return l.Read(t)
}

// State is the state as plain Go, nil when there is no object.
func (l *Life) State(t testing.TB) map[string]any {
	t.Helper()
	state, _ := plain(t, l.state).(map[string]any)
	return state
}

// Identity is the id of the identity, empty when there is none.
func (l *Life) Identity(t testing.TB) string {
	t.Helper()
	if l.identity == nil || l.identity.IdentityData == nil {
		return ""
	}
	v, err := l.identity.IdentityData.Unmarshal(tftypes.Object{AttributeTypes: map[string]tftypes.Type{"id": tftypes.String}})
	if err != nil {
		t.Fatal(err)
	}
	identity, _ := plain(t, v).(map[string]any)
	id, _ := identity["id"].(string)
	return id
}

func (l *Life) take(t testing.TB, state *tfprotov6.DynamicValue, identity *tfprotov6.ResourceIdentityData) {
	t.Helper()
	v, err := state.Unmarshal(l.schema.ValueType())
	if err != nil {
		t.Fatal(err)
	}
	l.state, l.identity = v, identity
}

func (l *Life) dynamic(t testing.TB, v tftypes.Value) *tfprotov6.DynamicValue {
	t.Helper()
	out, err := tfprotov6.NewDynamicValue(l.schema.ValueType(), v)
	if err != nil {
		t.Fatal(err)
	}
	return &out
}

// proposed is the configuration with the state's values where the server may choose, as
// Terraform proposes it.
func (l *Life) proposed(t testing.TB, config tftypes.Value) tftypes.Value {
	t.Helper()
	if config.IsNull() || l.state.IsNull() {
		return config
	}
	members, prior := as[map[string]tftypes.Value](t, config), as[map[string]tftypes.Value](t, l.state)
	for _, a := range l.schema.Block.Attributes {
		if a.Computed && members[a.Name].IsNull() {
			members[a.Name] = prior[a.Name]
		}
	}
	return tftypes.NewValue(config.Type(), members)
}

// changes names the attributes that differ between state and plan; "id" alone stands for
// an object that is made or destroyed.
func (l *Life) changes(t testing.TB, planned tftypes.Value) []string {
	t.Helper()
	if planned.IsNull() || l.state.IsNull() {
		if planned.IsNull() && l.state.IsNull() {
			return nil
		}
		return []string{"id"}
	}
	var changed []string
	before, after := as[map[string]tftypes.Value](t, l.state), as[map[string]tftypes.Value](t, planned)
	for _, a := range l.schema.Block.Attributes {
		if !before[a.Name].Equal(after[a.Name]) {
			changed = append(changed, a.Name)
		}
	}
	return changed
}

func failed(diags []*tfprotov6.Diagnostic) bool {
	for _, d := range diags {
		if d.Severity == tfprotov6.DiagnosticSeverityError {
			return true
		}
	}
	return false
}
