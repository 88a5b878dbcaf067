package scopev6

import (
	"github.com/hashicorp/terraform-plugin-framework-timeouts/resource/timeouts"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/dhcp"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/framework"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/windows"
)

// fields are the attributes that describe a scope itself; the data source has them too.
type fields struct {
	ID                types.String            `tfsdk:"id"`
	Prefix            framework.PrefixV6      `tfsdk:"prefix"`
	Name              types.String            `tfsdk:"name"`
	Description       types.String            `tfsdk:"description"`
	Preference        types.Int64             `tfsdk:"preference"`
	State             framework.ScopeState    `tfsdk:"state"`
	PreferredLifetime framework.LeaseDuration `tfsdk:"preferred_lifetime"`
	ValidLifetime     framework.LeaseDuration `tfsdk:"valid_lifetime"`
	T1                framework.LeaseDuration `tfsdk:"t1"`
	T2                framework.LeaseDuration `tfsdk:"t2"`
}

// model is the state of the resource.
type model struct {
	fields
	ForceDestroy types.Bool     `tfsdk:"force_destroy"`
	Timeouts     timeouts.Value `tfsdk:"timeouts"`
}

// Default lifetimes, those of the server.
const (
	defaultPreferred = "8d"
	defaultValid     = "12d"
)

// scope is what the plan wants.
func (f fields) scope() windows.ScopeV6 {
	prefix, _ := framework.AddressV6(f.Prefix)
	state, _ := f.State.Canonical()
	times, _ := f.times()
	return windows.ScopeV6{
		Prefix: prefix, Name: f.Name.ValueString(), Description: f.Description.ValueString(), Preference: f.Preference.ValueInt64(),
		Active: state == "Active", Times: times,
	}
}

// times are the four times with what takes the place of those left out; known is false
// while one of them is unknown or wrong.
func (f fields) times() (l dhcp.LifetimesV6, known bool) {
	read := func(v framework.LeaseDuration, otherwise dhcp.LeaseDuration) (dhcp.LeaseDuration, bool) {
		if v.IsNull() {
			return otherwise, true
		}
		d, err := dhcp.ParseLeaseDuration(v.ValueString())
		return d, err == nil && !v.IsUnknown()
	}
	preferred, _ := dhcp.ParseLeaseDuration(defaultPreferred)
	valid, _ := dhcp.ParseLeaseDuration(defaultValid)
	var ok [4]bool
	l.Preferred, ok[0] = read(f.PreferredLifetime, preferred)
	l.Valid, ok[1] = read(f.ValidLifetime, valid)
	t1, t2 := dhcp.RenewalsV6(l.Preferred)
	l.T1, ok[2] = read(f.T1, t1)
	l.T2, ok[3] = read(f.T2, t2)
	return l, ok == [4]bool{true, true, true, true}
}

// take fills the fields from a scope of the server.
func (f *fields) take(s windows.ScopeV6) {
	span := func(d dhcp.LeaseDuration) framework.LeaseDuration {
		return framework.SpelledValue[framework.LeaseDurationRule](d.String())
	}
	f.ID = types.StringValue(s.Prefix.String())
	f.Prefix = framework.SpelledValue[framework.PrefixV6Rule](s.Prefix.String())
	f.Name, f.Description, f.Preference = types.StringValue(s.Name), types.StringValue(s.Description), types.Int64Value(s.Preference)
	f.State = framework.SpelledValue[framework.ScopeStateRule](map[bool]string{true: "Active", false: "Inactive"}[s.Active])
	f.PreferredLifetime, f.ValidLifetime, f.T1, f.T2 = span(s.Times.Preferred), span(s.Times.Valid), span(s.Times.T1), span(s.Times.T2)
}

// validate reports all mistakes of a configuration.
func (f fields) validate() diag.Diagnostics {
	var diags diag.Diagnostics
	refuse := func(at string, err error) {
		if err != nil {
			framework.AddAttributeError(&diags, path.Root(at), "Invalid IPv6 DHCP scope", err)
		}
	}
	if !f.Name.IsNull() && !f.Name.IsUnknown() {
		refuse("name", dhcp.CheckName(f.Name.ValueString(), dhcp.MaxText))
	}
	if !f.Description.IsNull() && !f.Description.IsUnknown() {
		refuse("description", dhcp.CheckText(f.Description.ValueString(), dhcp.MaxText))
	}
	times, known := f.times()
	if !known {
		return diags
	}
	refuse("preferred_lifetime", times.CheckPreferred())
	refuse("t1", times.CheckT1())
	refuse("t2", times.CheckT2())
	if times.Preferred == times.Valid {
		diags.AddAttributeWarning(path.Root("valid_lifetime"), "Equal lifetimes of an IPv6 DHCP scope",
			"The preferred and the valid lifetime are the same. The server's documentation allows that and its protocol does not: the apply may be refused (WIN32 87). A valid lifetime one second longer is taken in any case.")
	}
	return diags
}
