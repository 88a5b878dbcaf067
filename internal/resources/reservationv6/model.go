package reservationv6

import (
	"net/netip"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/dhcp"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/framework"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/windows"
)

// model is the state of the resource.
type model struct {
	ID          types.String          `tfsdk:"id"`
	Prefix      framework.PrefixV6    `tfsdk:"prefix"`
	Address     framework.IPv6Address `tfsdk:"address"`
	ClientDUID  framework.ClientDUID  `tfsdk:"client_duid"`
	IAID        types.Int64           `tfsdk:"iaid"`
	Name        types.String          `tfsdk:"name"`
	Description types.String          `tfsdk:"description"`
	Options     types.Map             `tfsdk:"options"`
}

// levelOf is where the options of the reservation of an address stand.
func levelOf(address netip.Addr) windows.OptionLevel {
	return windows.OptionLevel{Family: windows.IPv6, Reserved: address}
}

// reservation is what the plan wants.
func (m model) reservation() windows.ReservationV6 {
	r := windows.ReservationV6{IAID: m.IAID.ValueInt64(), Name: m.Name.ValueString(), Description: m.Description.ValueString()}
	r.Address, _ = framework.AddressV6(m.Address)
	r.DUID, _ = dhcp.ParseDUID(m.ClientDUID.ValueString())
	return r
}

// apply writes the configured values over a reservation as it stands now.
func (m model) apply(r *windows.ReservationV6) {
	want := m.reservation()
	r.DUID, r.IAID, r.Description = want.DUID, want.IAID, want.Description
	if !m.Name.IsNull() {
		r.Name = want.Name
	}
}

// take fills the attributes from a reservation of the server. A name that is not managed
// stays null; after an import it is, unless it is the one that the server gives itself.
func (m *model) take(r windows.ReservationV6, imported bool) {
	m.ID = types.StringValue(r.Address.String())
	m.Prefix = framework.SpelledValue[framework.PrefixV6Rule](netip.PrefixFrom(r.Address, dhcp.PrefixLengthV6).Masked().Addr().String())
	m.Address = framework.SpelledValue[framework.IPv6AddressRule](r.Address.String())
	m.ClientDUID = framework.SpelledValue[framework.ClientDUIDRule](r.DUID.String())
	m.IAID, m.Description = types.Int64Value(r.IAID), types.StringValue(r.Description)
	if !m.Name.IsNull() || imported && r.Name != "" && r.Name != r.Address.String() {
		m.Name = types.StringValue(r.Name)
	}
}

// validate checks what needs no server; unknown values pass. The server takes an address
// outside the prefix and never gives it out, so it is refused here.
func (m model) validate(diags *diag.Diagnostics) {
	refuse := func(at string, err error) {
		if err != nil {
			framework.AddAttributeError(diags, path.Root(at), "Invalid IPv6 DHCP reservation", err)
		}
	}
	prefix, ok := framework.AddressV6(m.Prefix)
	address, ok2 := framework.AddressV6(m.Address)
	if ok && ok2 {
		refuse("address", dhcp.CheckInPrefixV6(prefix, address))
	}
	if !m.Name.IsNull() && !m.Name.IsUnknown() {
		refuse("name", dhcp.CheckName(m.Name.ValueString(), dhcp.MaxText))
	}
	if !m.Description.IsNull() && !m.Description.IsUnknown() {
		refuse("description", dhcp.CheckText(m.Description.ValueString(), dhcp.MaxText))
	}
}

func parseID(v types.String, diags *diag.Diagnostics) (netip.Addr, bool) {
	a, err := dhcp.ParseIPv6(v.ValueString())
	if err != nil {
		framework.AddAttributeError(diags, path.Root("id"), "Invalid reservation id", err)
	}
	return a, err == nil
}
