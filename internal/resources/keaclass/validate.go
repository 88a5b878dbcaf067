package keaclass

import (
	"context"
	"fmt"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/kea"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/resources/keaattr"
)

// builtIn are the classes that Kea assigns itself: they may have options, but no expression.
var builtIn = []string{"ALL", "KNOWN", "UNKNOWN", "BOOTP"}

func (r *classResource) ValidateConfig(ctx context.Context, req resource.ValidateConfigRequest, resp *resource.ValidateConfigResponse) {
	var config model
	resp.Diagnostics.Append(req.Config.Get(ctx, &config)...)
	if resp.Diagnostics.HasError() {
		return
	}
	config.CheckOrder(&resp.Diagnostics)
	if family, known := kea.ParseService(config.Service.ValueString()); known {
		config.Lifetimes.CheckFamily(family, "a client class", &resp.Diagnostics)
		config.Boot.CheckFamily(family, "a client class", &resp.Diagnostics)
		keaattr.CheckOptions(ctx, family, config.OptionData, path.Root("option_data"), &resp.Diagnostics)
	}
	if slices.Contains(builtIn, config.Name.ValueString()) && !config.Test.IsNull() {
		resp.Diagnostics.AddAttributeError(path.Root("test"), "Built-in class with an expression", fmt.Sprintf("Kea assigns the class %s itself and takes no expression for it.", config.Name.ValueString()))
	}
	if !config.Test.IsNull() && !config.TemplateTest.IsNull() {
		resp.Diagnostics.AddAttributeError(path.Root("template_test"), "Invalid attribute combination", "A class has a test or a template_test, not both.")
	}
}

// balanced refuses what cannot be an expression: parentheses and quotes that do not close.
type balanced struct{}

func (balanced) Description(context.Context) string {
	return "must close its parentheses and quotes"
}

func (v balanced) MarkdownDescription(ctx context.Context) string { return v.Description(ctx) }

func (balanced) ValidateString(_ context.Context, req validator.StringRequest, resp *validator.StringResponse) {
	if req.ConfigValue.IsNull() || req.ConfigValue.IsUnknown() {
		return
	}
	open, quoted := 0, false
	for _, c := range req.ConfigValue.ValueString() {
		switch {
		case c == '\'':
			quoted = !quoted
		case quoted:
		case c == '(':
			open++
		case c == ')':
			open--
		}
		if open < 0 {
			break
		}
	}
	if open != 0 || quoted {
		resp.Diagnostics.AddAttributeError(req.Path, "Invalid expression", fmt.Sprintf("A parenthesis or a quote of %q is not closed, or closed without being open.", req.ConfigValue.ValueString()))
	}
}
