package exclusion

import (
	"errors"
	"fmt"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework-nettypes/iptypes"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/dhcp"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/framework"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/windows"
)

// model is the state of the resource.
type model struct {
	ID           types.String        `tfsdk:"id"`
	ScopeID      iptypes.IPv4Address `tfsdk:"scope_id"`
	StartAddress iptypes.IPv4Address `tfsdk:"start_address"`
	EndAddress   iptypes.IPv4Address `tfsdk:"end_address"`
	Replicate    types.Bool          `tfsdk:"replicate"`
	Replicated   types.Bool          `tfsdk:"replicated"`
}

// exclusion reads the attributes; ok is false while one of them is unknown or wrong.
func (m model) exclusion(diags *diag.Diagnostics) (x windows.Exclusion, ok bool) {
	start, ok1 := framework.Address(m.StartAddress)
	end, ok2 := framework.Address(m.EndAddress)
	if !ok1 || !ok2 {
		return x, false
	}
	r, err := dhcp.NewRange(start, end)
	if err != nil {
		framework.AddAttributeError(diags, path.Root("end_address"), "Invalid DHCP exclusion", err)
		return x, false
	}
	x.Range = r
	x.Scope, ok = framework.Address(m.ScopeID)
	return x, ok
}

func (m *model) take(x windows.Exclusion, imported bool) {
	m.ID, m.ScopeID = types.StringValue(idOf(x)), framework.AddressValue(x.Scope)
	m.StartAddress, m.EndAddress = framework.AddressValue(x.Range.Start), framework.AddressValue(x.Range.End)
	if imported {
		m.Replicated = types.BoolValue(true)
	}
}

// idOf writes the id of an exclusion: scope, first and last address.
func idOf(x windows.Exclusion) string {
	return fmt.Sprintf("%s/%s-%s", x.Scope, x.Range.Start, x.Range.End)
}

func parseID(id types.String, diags *diag.Diagnostics) (windows.Exclusion, bool) {
	scope, ends, ok1 := strings.Cut(id.ValueString(), "/")
	start, end, ok2 := strings.Cut(ends, "-")
	s, err1 := dhcp.ParseIPv4(scope)
	r, err2 := dhcp.ParseIPv4Range(start, end)
	if err := errors.Join(err1, err2); err != nil || !ok1 || !ok2 {
		diags.AddAttributeError(path.Root("id"), "Invalid exclusion id",
			fmt.Sprintf("%q does not name an exclusion. Write its scope, first and last address, such as 10.1.0.0/10.1.0.20-10.1.0.29.", id.ValueString()))
		return windows.Exclusion{}, false
	}
	return windows.Exclusion{Scope: s, Range: r}, true
}
