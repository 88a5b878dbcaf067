package exclusionv6

import (
	"errors"
	"fmt"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/dhcp"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/framework"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/windows"
)

// model is the state of the resource.
type model struct {
	ID           types.String          `tfsdk:"id"`
	Prefix       framework.PrefixV6    `tfsdk:"prefix"`
	StartAddress framework.IPv6Address `tfsdk:"start_address"`
	EndAddress   framework.IPv6Address `tfsdk:"end_address"`
}

const invalid = "Invalid IPv6 DHCP exclusion"

// exclusion reads the attributes and checks them: the server takes ranges outside the
// prefix and reversed ones, which exclude nothing. ok is false while one attribute is
// unknown or wrong.
func (m model) exclusion(diags *diag.Diagnostics) (x windows.ExclusionV6, ok bool) {
	prefix, knowsPrefix := framework.AddressV6(m.Prefix)
	start, knowsStart := framework.AddressV6(m.StartAddress)
	end, knowsEnd := framework.AddressV6(m.EndAddress)
	ok = true
	refuse := func(at string, err error) {
		if err != nil {
			framework.AddAttributeError(diags, path.Root(at), invalid, err)
			ok = false
		}
	}
	if knowsStart && knowsEnd {
		r, err := dhcp.NewRange(start, end)
		refuse("end_address", err)
		x.Range = r
	}
	if knowsPrefix && knowsStart {
		refuse("start_address", dhcp.CheckInPrefixV6(prefix, start))
	}
	if knowsPrefix && knowsEnd {
		refuse("end_address", dhcp.CheckInPrefixV6(prefix, end))
	}
	x.Prefix = prefix
	return x, ok && knowsPrefix && knowsStart && knowsEnd
}

func (m *model) take(x windows.ExclusionV6) {
	m.ID = types.StringValue(idOf(x))
	m.Prefix = framework.SpelledValue[framework.PrefixV6Rule](x.Prefix.String())
	m.StartAddress = framework.SpelledValue[framework.IPv6AddressRule](x.Range.Start.String())
	m.EndAddress = framework.SpelledValue[framework.IPv6AddressRule](x.Range.End.String())
}

// idOf writes the id of an exclusion: prefix, first and last address.
func idOf(x windows.ExclusionV6) string {
	return fmt.Sprintf("%s/%s-%s", x.Prefix, x.Range.Start, x.Range.End)
}

func parseID(id types.String, diags *diag.Diagnostics) (windows.ExclusionV6, bool) {
	prefix, ends, ok1 := strings.Cut(id.ValueString(), "/")
	start, end, ok2 := strings.Cut(ends, "-")
	p, err1 := dhcp.ParsePrefixV6(prefix)
	r, err2 := dhcp.ParseIPv6Range(start, end)
	if err := errors.Join(err1, err2); err != nil || !ok1 || !ok2 {
		diags.AddAttributeError(path.Root("id"), "Invalid exclusion id",
			fmt.Sprintf("%q does not name an exclusion. Write the prefix of its scope, first and last address, such as 2001:db8:0:1::/2001:db8:0:1::10-2001:db8:0:1::1f.", id.ValueString()))
		return windows.ExclusionV6{}, false
	}
	return windows.ExclusionV6{Prefix: p, Range: r}, true
}
