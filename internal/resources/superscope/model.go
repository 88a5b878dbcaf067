package superscope

import (
	"fmt"
	"net/netip"

	"github.com/hashicorp/terraform-plugin-framework-nettypes/iptypes"
	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/dhcp"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/framework"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/windows"
)

// model is the state of the resource.
type model struct {
	ID         types.String `tfsdk:"id"`
	Name       types.String `tfsdk:"name"`
	ScopeIDs   types.Set    `tfsdk:"scope_ids"`
	Replicate  types.Bool   `tfsdk:"replicate"`
	Replicated types.Bool   `tfsdk:"replicated"`
}

// scopes reads the members that are known already.
func (m model) scopes() []netip.Addr {
	var out []netip.Addr
	for _, e := range m.ScopeIDs.Elements() {
		if v, ok := e.(iptypes.IPv4Address); ok {
			if a, ok := framework.Address(v); ok {
				out = append(out, a)
			}
		}
	}
	return out
}

func (m model) superscope() windows.Superscope {
	return windows.Superscope{Name: m.Name.ValueString(), Scopes: m.scopes()}
}

func (m *model) take(s windows.Superscope) {
	elements := make([]attr.Value, len(s.Scopes))
	for i, a := range s.Scopes {
		elements[i] = framework.AddressValue(a)
	}
	m.ID, m.Name = types.StringValue(s.Name), types.StringValue(s.Name)
	m.ScopeIDs = types.SetValueMust(iptypes.IPv4AddressType{}, elements)
}

// validate reports all mistakes of a configuration.
func (m model) validate() diag.Diagnostics {
	var diags diag.Diagnostics
	if !m.Name.IsNull() && !m.Name.IsUnknown() {
		if err := dhcp.CheckName(m.Name.ValueString(), dhcp.MaxText); err != nil {
			framework.AddAttributeError(&diags, path.Root("name"), "Invalid DHCP superscope", err)
		}
	}
	for _, e := range m.ScopeIDs.Elements() {
		// The framework does not ask an element's type, as it does an attribute's.
		v, ok := e.(iptypes.IPv4Address)
		if !ok || v.IsNull() || v.IsUnknown() {
			continue
		}
		if _, err := dhcp.ParseIPv4(v.ValueString()); err != nil {
			framework.AddAttributeError(&diags, path.Root("scope_ids").AtSetValue(e), "Invalid DHCP superscope", fmt.Errorf("%w: a scope is named by its network address, such as 10.1.0.0", err))
		}
	}
	return diags
}
