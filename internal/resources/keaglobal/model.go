package keaglobal

import (
	"context"
	"maps"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/kea"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/resources/keaattr"
)

const description = `Options, lifetimes, timers, boot settings and the places of reservations at the global level of a Kea server: what applies to every subnet and shared network that says nothing else.

Only what is named here is managed; other options and settings are left alone, and several resources may name different ones. What is no longer named, and everything named when the resource is destroyed, is removed from the configuration, so that Kea's own default applies again (a valid lifetime of 7200 s). ` +
	"An option that the server has with another value is not taken over: import it (`dhcp4` imports every global option and time that is set). Lifetimes, timers and boot settings always have a value and are taken over. " +
	"No hook of Kea changes the global level, so that the configuration is edited."

func schemaOf() schema.Schema {
	const otherwise = "Default: not managed."
	attributes := map[string]schema.Attribute{
		"id":              keaattr.ID("The service: `dhcp4`."),
		"service":         keaattr.Service("settings"),
		"option_data":     keaattr.OptionData("global level"),
		"differing_peers": keaattr.DifferingPeers(),
	}
	maps.Copy(attributes, keaattr.TimerAttributes(otherwise))
	maps.Copy(attributes, keaattr.BootAttributes())
	maps.Copy(attributes, keaattr.LookupAttributes(otherwise))
	return schema.Schema{MarkdownDescription: description, Attributes: attributes}
}

// model is the state of a kea_global_options.
type model struct {
	ID      types.String `tfsdk:"id"`
	Service types.String `tfsdk:"service"`
	keaattr.Timers
	keaattr.Boot
	keaattr.Lookup
	OptionData     types.List `tfsdk:"option_data"`
	DifferingPeers types.List `tfsdk:"differing_peers"`
}

func (m *model) family() kea.Family { return keaattr.Family(m.Service) }

func (m *model) toKea(ctx context.Context, diags *diag.Diagnostics) kea.Settings {
	s := kea.Settings{Options: keaattr.Options(ctx, m.OptionData, diags)}
	m.Timers.ToKea(&s)
	m.Boot.ToKea(&s)
	m.Lookup.ToKea(&s)
	return s
}

// fromKea takes over what the server has of what is named.
func (m *model) fromKea(ctx context.Context, s kea.Settings, diags *diag.Diagnostics) {
	named := m.toKea(ctx, diags)
	options := []kea.Option{}
	for _, option := range named.Options {
		at := slices.IndexFunc(s.Options, func(o kea.Option) bool { return kea.SameOption(m.family(), o, option) })
		if at >= 0 {
			options = append(options, s.Options[at])
		}
	}
	m.OptionData = keaattr.FromOptions(ctx, m.family(), m.OptionData, options, diags)
	s.KeepNamed(named)
	m.Timers.FromKea(s, s)
	m.Boot.FromKea(s)
	m.Lookup.FromKea(s)
}

// imported takes over everything that is set.
func (m *model) imported(ctx context.Context, s kea.Settings, diags *diag.Diagnostics) {
	m.OptionData = keaattr.FromOptions(ctx, m.family(), m.OptionData, s.Options, diags)
	s.DropDefaults()
	m.Timers.FromKea(s, s)
	m.Boot.FromKea(s)
	m.Lookup.FromKea(s)
}
