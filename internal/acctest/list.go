package acctest

import (
	"context"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
)

// ListedObject is one result of a list resource. State is nil unless it was asked for.
type ListedObject struct {
	ID, Display string
	State       map[string]any
}

// List runs a list resource as terraform query does, with the states of the objects.
func (p *Protocol) List(t testing.TB, typeName string, limit int64, attributes map[string]any) (objects []ListedObject, diags []*tfprotov6.Diagnostic) {
	t.Helper()
	server, ok := p.Server.(tfprotov6.ListResourceServer)
	schema := p.schema.ListResourceSchemas[typeName]
	if !ok || schema == nil {
		t.Fatalf("the provider has no list resource %s", typeName)
	}
	config := dynamic(t, schema, attributes)
	validation, err := server.ValidateListResourceConfig(context.Background(), &tfprotov6.ValidateListResourceConfigRequest{TypeName: typeName, Config: config})
	if err != nil {
		t.Fatal(err)
	}
	if len(validation.Diagnostics) > 0 {
		return nil, validation.Diagnostics
	}
	stream, err := server.ListResource(context.Background(), &tfprotov6.ListResourceRequest{TypeName: typeName, Config: config, Limit: limit, IncludeResource: true})
	if err != nil {
		t.Fatal(err)
	}
	object := p.schema.ResourceSchemas[typeName].ValueType()
	for result := range stream.Results {
		diags = append(diags, result.Diagnostics...)
		if result.Identity == nil || result.Resource == nil {
			continue
		}
		state, err := result.Resource.Unmarshal(object)
		if err != nil {
			t.Fatal(err)
		}
		listed := ListedObject{Display: result.DisplayName}
		listed.State, _ = plain(t, state).(map[string]any)
		listed.ID, _ = listed.State["id"].(string)
		objects = append(objects, listed)
	}
	return objects, diags
}

// PlanGenerated plans the configuration that Terraform generates of a state: everything
// that can be configured, nothing that cannot. It returns the messages of validation and
// plan, and whether the plan is empty.
func (p *Protocol) PlanGenerated(t testing.TB, typeName string, state map[string]any) (messages string, empty bool) {
	t.Helper()
	ctx := context.Background()
	schema := p.schema.ResourceSchemas[typeName]
	prior := dynamic(t, schema, state)
	config := dynamic(t, schema, configurable(schema.Block.Attributes, state))
	validation, err := p.Server.ValidateResourceConfig(ctx, &tfprotov6.ValidateResourceConfigRequest{TypeName: typeName, Config: config})
	if err != nil {
		t.Fatal(err)
	}
	resp, err := p.Server.PlanResourceChange(ctx, &tfprotov6.PlanResourceChangeRequest{TypeName: typeName, PriorState: prior, ProposedNewState: prior, Config: config})
	if err != nil {
		t.Fatal(err)
	}
	before, err := prior.Unmarshal(schema.ValueType())
	if err != nil {
		t.Fatal(err)
	}
	after, err := resp.PlannedState.Unmarshal(schema.ValueType())
	if err != nil {
		t.Fatal(err)
	}
	return Messages(append(validation.Diagnostics, resp.Diagnostics...)), after.Equal(before)
}

// configurable leaves out what only the provider can set.
func configurable(attributes []*tfprotov6.SchemaAttribute, state map[string]any) map[string]any {
	out := map[string]any{}
	for _, a := range attributes {
		v := state[a.Name]
		switch {
		case a.Computed && !a.Optional:
			continue
		case a.NestedType != nil:
			v = configurableNested(a.NestedType, v)
		}
		out[a.Name] = v
	}
	return out
}

func configurableNested(typ *tfprotov6.SchemaObject, v any) any {
	switch v := v.(type) {
	case map[string]any:
		if typ.Nesting != tfprotov6.SchemaObjectNestingModeMap {
			return configurable(typ.Attributes, v)
		}
		out := map[string]any{}
		for key, element := range v {
			out[key] = configurable(typ.Attributes, element.(map[string]any))
		}
		return out
	case []any:
		out := make([]any, len(v))
		for i, element := range v {
			out[i] = configurable(typ.Attributes, element.(map[string]any))
		}
		return out
	}
	return v
}
