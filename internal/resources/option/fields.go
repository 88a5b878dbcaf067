package option

import (
	"fmt"
	"net/netip"
	"net/url"
	"strconv"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/dhcp"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/resources/optionattr"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/windows"
)

// state is the state of an option value of either family.
type state interface {
	// key gives the name of the value; ok is false while a part of it is unknown.
	key() (k windows.OptionKey, ok bool)
	// wanted gives the values as texts; known is false while one of them is unknown.
	wanted() (values []string, known bool, err error)
	// take fills the values from those of the server. What means the same keeps the
	// spelling that stands here.
	take(windows.OptionValue)
	// takeImported fills everything.
	takeImported(windows.OptionValue)
	// copied notes what became of the replication of a write that ended with err; owed
	// tells whether an earlier one failed.
	copied(err error)
	owed() bool
	// replicate is the attribute of that name, null where there is none.
	replicate() types.Bool
	// shared are the attributes that both families have.
	shared() *fields
}

// fields are the attributes of both families.
type fields struct {
	ID          types.String `tfsdk:"id"`
	OptionID    types.Int64  `tfsdk:"option_id"`
	VendorClass types.String `tfsdk:"vendor_class"`
	UserClass   types.String `tfsdk:"user_class"`
	Values      types.List   `tfsdk:"values"`
	Type        types.String `tfsdk:"type"`
	ProbeDNS    types.Bool   `tfsdk:"validate_dns_servers"`
}

func (f *fields) shared() *fields { return f }

// within completes the name of a value of a level; ok is false while a part of it, others
// among them, is unknown.
func (f *fields) within(level windows.OptionLevel, others ...attr.Value) (k windows.OptionKey, ok bool) {
	for _, v := range append(others, f.OptionID, f.VendorClass, f.UserClass) {
		if v.IsUnknown() {
			return k, false
		}
	}
	return windows.OptionKey{OptionLevel: level, ID: f.OptionID.ValueInt64(), VendorClass: f.VendorClass.ValueString(), UserClass: f.UserClass.ValueString()}, true
}

// name fills what is named of an imported value.
func (f *fields) name(k windows.OptionKey) {
	f.OptionID = types.Int64Value(k.ID)
	f.VendorClass, f.UserClass = optional(k.VendorClass), optional(k.UserClass)
	f.ProbeDNS = types.BoolValue(false)
}

// keeps fills id and type, and tells whether the values that stand here mean the same.
func (f *fields) keeps(v windows.OptionValue, have []string, known bool) bool {
	f.ID, f.Type = types.StringValue(idOf(v.OptionKey)), types.StringValue(string(v.Type))
	return known && optionattr.Same(v.Type, have, v.Values)
}

func optional(text string) types.String {
	if text == "" {
		return types.StringNull()
	}
	return types.StringValue(text)
}

// idOf writes the id of a value: its level and number, then policy and classes as the
// query of a URL, so that any name has its place.
func idOf(k windows.OptionKey) string {
	id := "server"
	switch {
	case k.Reserved.IsValid():
		id = "reservation/" + k.Reserved.String()
	case k.Scope.IsValid():
		id = "scope/" + k.Scope.String()
	}
	id += "/" + strconv.FormatInt(k.ID, 10)
	query := url.Values{}
	for name, text := range map[string]string{"policy": k.Policy, "vendor_class": k.VendorClass, "user_class": k.UserClass} {
		if text != "" {
			query.Set(name, text)
		}
	}
	if len(query) > 0 {
		id += "?" + query.Encode()
	}
	return id
}

// idSyntax says how the id of a value is written.
var idSyntax = map[windows.Family]string{
	windows.IPv4: "server/66, scope/10.1.0.0/66 or reservation/10.1.0.50/66, and after a question mark policy=…, vendor_class=… and user_class=… where they are set",
	windows.IPv6: "server/23, scope/2001:db8:0:1::/23 or reservation/2001:db8:0:1::20/23, and after a question mark vendor_class=… and user_class=… where they are set",
}

func parseID(family windows.Family, id string) (k windows.OptionKey, err error) {
	wrong := fmt.Errorf("%q does not name an option value: write %s", id, idSyntax[family])
	level, rawQuery, _ := strings.Cut(id, "?")
	query, err := url.ParseQuery(rawQuery)
	if err != nil {
		return k, wrong
	}
	parts := strings.Split(level, "/")
	if k.ID, err = strconv.ParseInt(parts[len(parts)-1], 10, 64); err != nil {
		return k, wrong
	}
	parse := map[windows.Family]func(string) (netip.Addr, error){windows.IPv4: dhcp.ParseIPv4, windows.IPv6: dhcp.ParseIPv6}[family]
	switch {
	case len(parts) == 2 && parts[0] == "server":
	case len(parts) == 3 && parts[0] == "scope":
		k.Scope, err = parse(parts[1])
	case len(parts) == 3 && parts[0] == "reservation":
		k.Reserved, err = parse(parts[1])
	default:
		return k, wrong
	}
	k.Family, k.Policy, k.VendorClass, k.UserClass = family, query.Get("policy"), query.Get("vendor_class"), query.Get("user_class")
	if family == windows.IPv6 && k.Policy != "" {
		return k, wrong
	}
	return k, err
}
