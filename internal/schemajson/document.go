package main

import (
	"strings"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

type object = map[string]any

// document renders the schema of one family of types.
func document(all *tfprotov6.GetProviderSchemaResponse, ids *tfprotov6.GetResourceIdentitySchemasResponse, family string) object {
	out := object{
		"provider":                   schema(all.Provider),
		"resource_schemas":           each(all.ResourceSchemas, family, schema),
		"data_source_schemas":        each(all.DataSourceSchemas, family, schema),
		"ephemeral_resource_schemas": each(all.EphemeralResourceSchemas, family, schema),
		"list_resource_schemas":      each(all.ListResourceSchemas, family, schema),
		"action_schemas":             each(all.ActionSchemas, family, func(a *tfprotov6.ActionSchema) object { return schema(a.Schema) }),
		"resource_identity_schemas":  each(ids.IdentitySchemas, family, identity),
	}
	if family == "" || family == "dhcp" {
		out["functions"] = each(all.Functions, "", function)
	}
	return out
}

func each[T any](in map[string]T, family string, render func(T) object) object {
	out := object{}
	for name, v := range in {
		if family == "" || strings.HasPrefix(name, family+"_") {
			out[name] = render(v)
		}
	}
	return out
}

func schema(s *tfprotov6.Schema) object {
	return object{"version": s.Version, "block": block(s.Block)}
}

func block(b *tfprotov6.SchemaBlock) object {
	blocks := object{}
	for _, n := range b.BlockTypes {
		blocks[n.TypeName] = object{"nesting_mode": strings.ToLower(n.Nesting.String()), "block": block(n.Block)}
	}
	return described(object{"attributes": attributes(b.Attributes), "block_types": blocks}, b.Description, b.DescriptionKind, b.Deprecated)
}

func attributes(list []*tfprotov6.SchemaAttribute) object {
	out := object{}
	for _, a := range list {
		o := object{}
		if a.NestedType != nil {
			o["nested_type"] = object{"attributes": attributes(a.NestedType.Attributes), "nesting_mode": strings.ToLower(a.NestedType.Nesting.String())}
		} else {
			o["type"] = typeName(a.Type)
		}
		for name, set := range map[string]bool{"required": a.Required, "optional": a.Optional, "computed": a.Computed, "sensitive": a.Sensitive, "write_only": a.WriteOnly} {
			if set {
				o[name] = true
			}
		}
		out[a.Name] = described(o, a.Description, a.DescriptionKind, a.Deprecated)
	}
	return out
}

func described(o object, text string, kind tfprotov6.StringKind, deprecated bool) object {
	if text != "" {
		o["description"] = text
	}
	o["description_kind"] = strings.ToLower(kind.String())
	if deprecated {
		o["deprecated"] = true
	}
	return o
}

func identity(s *tfprotov6.ResourceIdentitySchema) object {
	out := object{}
	for _, a := range s.IdentityAttributes {
		o := object{"type": typeName(a.Type), "description": a.Description}
		if a.RequiredForImport {
			o["required_for_import"] = true
		}
		if a.OptionalForImport {
			o["optional_for_import"] = true
		}
		out[a.Name] = o
	}
	return object{"version": s.Version, "attributes": out}
}

func function(f *tfprotov6.Function) object {
	parameters := []object{}
	for _, p := range f.Parameters {
		parameters = append(parameters, parameter(p))
	}
	o := object{"description": f.Description, "summary": f.Summary, "return_type": typeName(f.Return.Type), "parameters": parameters}
	if f.VariadicParameter != nil {
		o["variadic_parameter"] = parameter(f.VariadicParameter)
	}
	if f.DeprecationMessage != "" {
		o["deprecation_message"] = f.DeprecationMessage
	}
	return o
}

func parameter(p *tfprotov6.FunctionParameter) object {
	o := object{"name": p.Name, "description": p.Description, "type": typeName(p.Type)}
	if p.AllowNullValue {
		o["is_nullable"] = true
	}
	return o
}

// typeName writes a type in the notation of Terraform's JSON: "string", ["list","string"].
func typeName(t tftypes.Type) any {
	switch t := t.(type) {
	case tftypes.List:
		return []any{"list", typeName(t.ElementType)}
	case tftypes.Set:
		return []any{"set", typeName(t.ElementType)}
	case tftypes.Map:
		return []any{"map", typeName(t.ElementType)}
	case tftypes.Tuple:
		elements := []any{}
		for _, e := range t.ElementTypes {
			elements = append(elements, typeName(e))
		}
		return []any{"tuple", elements}
	case tftypes.Object:
		members := object{}
		for name, m := range t.AttributeTypes {
			members[name] = typeName(m)
		}
		return []any{"object", members}
	}
	switch {
	case t.Is(tftypes.String):
		return "string"
	case t.Is(tftypes.Number):
		return "number"
	case t.Is(tftypes.Bool):
		return "bool"
	}
	return "dynamic"
}
