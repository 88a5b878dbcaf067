package optionattr

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strconv"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/framework"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/windows"
)

// Plan plans the attribute: it claims the options, checks their values against the
// definitions, and keeps the spelling of the state for what means the same. known tells
// whether level is the one of the object already. Before the provider is configured there
// is nothing to plan.
func Plan(ctx context.Context, r *framework.WindowsResource, typeName string, level windows.OptionLevel, known bool, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) {
	var before, plan types.Map
	if !req.State.Raw.IsNull() {
		resp.Diagnostics.Append(req.State.GetAttribute(ctx, root, &before)...)
	}
	resp.Diagnostics.Append(req.Plan.GetAttribute(ctx, root, &plan)...)
	if !r.Configured() || plan.IsNull() || plan.IsUnknown() || resp.Diagnostics.HasError() {
		return
	}
	client, elements, old := r.Client(&resp.Diagnostics), maps.Clone(plan.Elements()), before.Elements()
	values := listed(level.Family, plan)
	for _, id := range slices.Sorted(maps.Keys(values)) {
		key := strconv.FormatInt(id, 10)
		at := root.AtMapKey(key)
		if known {
			claim(r.Claims(), typeName, framework.OptionAt(level, id), at, &resp.Diagnostics)
		}
		d := Check(ctx, client, windows.DefinitionKey{Family: level.Family, ID: id}, values[id], at, at, &resp.Diagnostics)
		was, ok := old[key]
		if d == nil || !ok {
			continue
		}
		if texts, known := Texts(was.(types.List)); known && Same(d.Type, texts, values[id]) {
			elements[key] = was
		}
	}
	resp.Diagnostics.Append(resp.Plan.SetAttribute(ctx, root, types.MapValueMust(valuesType, elements))...)
}

func claim(claims *framework.Claims, typeName, part string, at path.Path, diags *diag.Diagnostics) {
	if other := claims.Take(part, typeName); other != "" {
		diags.AddAttributeError(at, "Managed twice",
			fmt.Sprintf("A %s of this configuration manages the %s too, so that each would undo the other. Set it in one of the two places.", other, part))
	}
}

// Check checks values against the definition of their option and returns it, nil when the
// server cannot tell. An option that is not defined yet is a warning at undefined.
func Check(ctx context.Context, client *windows.Client, k windows.DefinitionKey, values []string, undefined, at path.Path, diags *diag.Diagnostics) *windows.OptionDefinition {
	d, err := client.ReadDefinition(ctx, k)
	switch {
	case windows.IsNotFound(err):
		diags.AddAttributeWarning(undefined, "The DHCP option is not defined yet",
			fmt.Sprintf("The server has no definition of option %d. Unless this apply adds it before (%s), the value will be refused.", k.ID, k.Family.Resource("dhcp_option_definition")))
	case err != nil: // the apply will say it
	default:
		if _, err := d.Check(values); err != nil {
			framework.AddAttributeError(diags, at, invalid, err)
		}
	}
	return d
}

// Apply brings the options of an object to the plan once the object itself was written,
// which ended with err. It returns the attribute as it stands then, and the error of both.
func Apply(ctx context.Context, client *windows.Client, level windows.OptionLevel, before, plan types.Map, err error) (types.Map, error) {
	written := err
	late, found := windows.KindOf(written) == windows.KindNotReplicated, windows.KindOf(written) == windows.KindTakenOver
	switch {
	case before.IsNull() && plan.IsNull():
		return plan, written
	case written != nil && !late && !found:
		return before, written
	}
	change := Change(level.Family, before, plan)
	change.Replicate = late
	now, err := client.SetOptions(ctx, level, change)
	switch {
	case now == nil && err != nil:
		return before, err
	case err != nil:
		// What was to be removed and still stands must not be forgotten.
		all := maps.Clone(before.Elements())
		maps.Copy(all, plan.Elements())
		plan = types.MapValueMust(valuesType, all)
	}
	if err == nil && found {
		err = written // a warning: the object stood there before
	}
	return Take(plan, level, now), err
}

// Read gives the attribute as the options stand on the server; nothing is read for an
// object whose options are not managed.
func Read(ctx context.Context, client *windows.Client, level windows.OptionLevel, have types.Map) (types.Map, error) {
	if len(have.Elements()) == 0 {
		return have, nil
	}
	now, err := client.ListOptions(ctx, level)
	if err != nil {
		return have, err
	}
	return Take(have, level, now), nil
}
