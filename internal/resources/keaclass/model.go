package keaclass

import (
	"context"
	"maps"

	"github.com/hashicorp/terraform-plugin-framework-validators/stringvalidator"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/booldefault"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/planmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/stringplanmodifier"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/framework"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/kea"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/resources/keaattr"
)

const description = `A client class of a Kea server: clients that meet an expression, with options and lifetimes of their own. Subnets, pools and reservations refer to it by name.

A new class is put behind those that the server has; an expression may refer to those before it (` + "`member('phones')`" + `): let one resource refer to the other, so that Terraform makes them in that order. Kea checks the expression when the class is made. ` +
	"A class that another class refers to is not destroyed. Definitions of options in a class are left alone. An existing class is never taken over: import it."

func schemaOf() schema.Schema {
	expression := func(text string) schema.StringAttribute {
		return schema.StringAttribute{
			Optional:            true,
			Validators:          []validator.String{stringvalidator.LengthAtLeast(1), balanced{}},
			MarkdownDescription: text,
		}
	}
	attributes := map[string]schema.Attribute{
		"id":      keaattr.ID("Service and name: `dhcp4/phones`."),
		"service": keaattr.Service("class"),
		"name": schema.StringAttribute{
			Required:            true,
			Validators:          []validator.String{stringvalidator.LengthAtLeast(1)},
			PlanModifiers:       []planmodifier.String{stringplanmodifier.RequiresReplace()},
			MarkdownDescription: "Name of the class. A change replaces it. `DROP` is the class whose packets are dropped; `ALL`, `KNOWN`, `UNKNOWN` and `BOOTP` are Kea's own.",
		},
		"test":          expression("Expression that a client must meet, such as `option[60].hex == 'phone'`. Left out, the class is assigned by reservations only."),
		"template_test": expression("Expression whose value makes a class `SPAWN_<name>_<value>` of each client that has one. Needs Kea 2.4."),
		"only_in_additional_list": schema.BoolAttribute{
			Optional: true, Computed: true, Default: booldefault.StaticBool(false),
			MarkdownDescription: "Evaluate the class only where a level names it in `evaluate_additional_classes` (`only-if-required` below Kea 3.0). Default: false.",
		},
		"option_data":     keaattr.OptionData("class"),
		"user_context":    keaattr.UserContext("class"),
		"differing_peers": keaattr.DifferingPeers(),
	}
	timers := keaattr.TimerAttributes("Default: that of the subnet.")
	delete(timers, "renew_timer")
	delete(timers, "rebind_timer")
	maps.Copy(attributes, timers)
	maps.Copy(attributes, keaattr.BootAttributes())
	return schema.Schema{MarkdownDescription: description, Attributes: attributes}
}

// model is the state of a kea_client_class.
type model struct {
	ID             types.String `tfsdk:"id"`
	Service        types.String `tfsdk:"service"`
	Name           types.String `tfsdk:"name"`
	Test           types.String `tfsdk:"test"`
	TemplateTest   types.String `tfsdk:"template_test"`
	OnlyAdditional types.Bool   `tfsdk:"only_in_additional_list"`
	keaattr.Lifetimes
	keaattr.Boot
	OptionData     types.List            `tfsdk:"option_data"`
	UserContext    framework.UserContext `tfsdk:"user_context"`
	DifferingPeers types.List            `tfsdk:"differing_peers"`
}

func (m *model) family() kea.Family { return keaattr.Family(m.Service) }

func (m *model) toKea(ctx context.Context, diags *diag.Diagnostics) kea.Class {
	var s kea.Settings
	m.Lifetimes.ToKea(&s)
	return kea.Class{
		Name: m.Name.ValueString(), Test: m.Test.ValueString(), TemplateTest: m.TemplateTest.ValueString(), OnlyAdditional: m.OnlyAdditional.ValueBool(),
		Options:       keaattr.Options(ctx, m.OptionData, diags),
		ValidLifetime: s.ValidLifetime, MinValidLifetime: s.MinValidLifetime, MaxValidLifetime: s.MaxValidLifetime,
		PreferredLifetime: s.PreferredLifetime, MinPreferredLifetime: s.MinPreferredLifetime, MaxPreferredLifetime: s.MaxPreferredLifetime,
		NextServer: m.NextServer.ValueString(), ServerHostname: m.ServerHostname.ValueString(), BootFileName: m.BootFileName.ValueString(), UserContext: m.UserContext.ValueString(),
	}
}

func (m *model) fromKea(ctx context.Context, k kea.Class, diags *diag.Diagnostics) {
	m.ID = types.StringValue(m.family().Service() + "/" + k.Name)
	m.Test, m.TemplateTest = keaattr.Text(m.Test, k.Test), keaattr.Text(m.TemplateTest, k.TemplateTest)
	m.OnlyAdditional = types.BoolValue(k.OnlyAdditional)
	set := kea.Settings{
		ValidLifetime: k.ValidLifetime, MinValidLifetime: k.MinValidLifetime, MaxValidLifetime: k.MaxValidLifetime,
		PreferredLifetime: k.PreferredLifetime, MinPreferredLifetime: k.MinPreferredLifetime, MaxPreferredLifetime: k.MaxPreferredLifetime,
		NextServer: textOrNil(k.NextServer), ServerHostname: textOrNil(k.ServerHostname), BootFileName: textOrNil(k.BootFileName),
	}
	m.Lifetimes.FromKea(set, set)
	m.Boot.FromKea(set)
	m.OptionData = keaattr.FromOptions(ctx, m.family(), m.OptionData, k.Options, diags)
	m.UserContext = keaattr.Context(m.UserContext, k.UserContext)
}

func textOrNil(text string) *string {
	if text == "" {
		return nil
	}
	return &text
}
