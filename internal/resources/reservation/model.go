package reservation

import (
	"github.com/hashicorp/terraform-plugin-framework-nettypes/iptypes"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/dhcp"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/framework"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/windows"
)

// fields are the attributes of a reservation; the data source has them too.
type fields struct {
	ScopeID     iptypes.IPv4Address        `tfsdk:"scope_id"`
	Address     iptypes.IPv4Address        `tfsdk:"address"`
	ClientID    framework.ClientIdentifier `tfsdk:"client_id"`
	Name        types.String               `tfsdk:"name"`
	Description types.String               `tfsdk:"description"`
	Type        framework.ScopeType        `tfsdk:"type"`
}

// model is the state of the resource.
type model struct {
	ID types.String `tfsdk:"id"`
	fields
	Replicate  types.Bool `tfsdk:"replicate"`
	Options    types.Map  `tfsdk:"options"`
	Replicated types.Bool `tfsdk:"replicated"`
}

// reservation gives what the attributes describe. The address is the zero one while it
// is not known.
func (f fields) reservation() windows.Reservation {
	r := windows.Reservation{Name: f.Name.ValueString(), Description: f.Description.ValueString(), Type: windows.ScopeBoth}
	r.Scope, _ = framework.Address(f.ScopeID)
	r.Address, _ = framework.Address(f.Address)
	r.ClientID, _ = dhcp.ParseClientID(f.ClientID.ValueString())
	if kind, ok := f.Type.Canonical(); ok {
		r.Type = windows.ScopeType(kind)
	}
	return r
}

// named tells the reservation apart in a message.
func (f fields) named() string {
	if a, ok := framework.Address(f.Address); ok {
		return a.String()
	}
	return "the next free address"
}

// take fills the attributes from a reservation of the server. A name that is not managed
// stays null.
func (f *fields) take(r windows.Reservation) {
	f.ScopeID, f.Address = framework.AddressValue(r.Scope), framework.AddressValue(r.Address)
	f.ClientID = framework.SpelledValue[framework.ClientIdentifierRule](r.ClientID.String())
	if !f.Name.IsNull() {
		f.Name = types.StringValue(r.Name)
	}
	f.Description = types.StringValue(r.Description)
	f.Type = framework.SpelledValue[framework.ScopeTypeRule](string(r.Type))
}

func (m *model) take(r windows.Reservation) {
	m.ID = types.StringValue(r.Address.String())
	m.fields.take(r)
}

const invalid = "Invalid DHCP reservation"

// validate checks what needs no server; unknown values pass.
func (f fields) validate(diags *diag.Diagnostics) {
	check := func(at string, v types.String, max int) {
		if v.IsNull() || v.IsUnknown() {
			return
		}
		if err := dhcp.CheckText(v.ValueString(), max); err != nil {
			framework.AddAttributeError(diags, path.Root(at), invalid, err)
		}
	}
	check("name", f.Name, dhcp.MaxText)
	check("description", f.Description, dhcp.MaxDescription)
}

// level is where the options of the reservation stand.
func (m model) level() windows.OptionLevel {
	return windows.OptionLevel{Reserved: m.reservation().Address}
}
