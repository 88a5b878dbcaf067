package windows

import (
	"fmt"
	"net/netip"
	"slices"
	"strings"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/dhcp"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/windows/cmdlet"
)

// OptionLevel is where option values stand. The zero value is the server. Each level is a
// store of its own: none shows what it inherits.
type OptionLevel struct {
	Family   Family
	Scope    netip.Addr // of this scope
	Reserved netip.Addr // of the reservation of this address; Scope is not set then
	Policy   string     // of this policy of the server or the scope; DHCPv4 only
}

// String names the level for messages.
func (l OptionLevel) String() string {
	text := "the server"
	switch {
	case l.Reserved.IsValid():
		text = l.Family.options().prefix + "reservation " + l.Reserved.String()
	case l.Scope.IsValid():
		text = l.Family.options().prefix + "scope " + l.Scope.String()
	}
	if l.Policy != "" {
		text = fmt.Sprintf("policy %q of %s", l.Policy, text)
	}
	return text
}

// OptionKey names an option value: an option may have one for each level, vendor class
// and user class. The ids of each vendor class are a space of their own.
type OptionKey struct {
	OptionLevel
	ID          int64
	VendorClass string
	UserClass   string
}

func (k OptionKey) object() string {
	text := fmt.Sprintf("%soption %d of %s", k.Family.options().prefix, k.ID, k.OptionLevel)
	if k.VendorClass != "" {
		text += fmt.Sprintf(", vendor class %q", k.VendorClass)
	}
	if k.UserClass != "" {
		text += fmt.Sprintf(", user class %q", k.UserClass)
	}
	return text
}

// OptionValue is the value of an option at one level.
type OptionValue struct {
	OptionKey
	Type dhcp.OptionType
	// Values are in order and in the form of [dhcp.NormalizeOption]; binary data has one
	// text a byte.
	Values []string
}

// optionsAt reads the values of a level with all classes and policies there.
func optionsAt(l OptionLevel) query {
	f := l.Family.options()
	switch {
	case l.Reserved.IsValid():
		return ask(f.values(cmdlet.Args{"ReservedIP": addr(l.Reserved)}))
	case l.Scope.IsValid():
		return f.atScopes.one(l.Scope)
	}
	return f.server.all()
}

// decodeOption reads a row of a level. For a user class the server keeps a policy of the
// same name, except at a reservation: the value is that of the class then.
func decodeOption(l OptionLevel, row Row) (OptionValue, error) {
	d := decoder{row: row}
	v := OptionValue{
		OptionKey: OptionKey{OptionLevel: OptionLevel{Family: l.Family, Scope: l.Scope, Reserved: l.Reserved, Policy: d.text("PolicyName")},
			ID: d.number("OptionId"), VendorClass: d.text("VendorClass"), UserClass: d.text("UserClass")},
		Type: word(d.text("Type"), dhcp.OptionTypes()...), Values: d.texts("Value"),
	}
	if v.UserClass != "" {
		v.Policy = ""
	}
	if d.err != nil {
		return OptionValue{}, d.err
	}
	if values, err := dhcp.NormalizeOption(v.Type, v.Values); err == nil {
		v.Values = values
	}
	return v, nil
}

// is tells whether two keys name the same value.
func (k OptionKey) is(o OptionKey) bool {
	if k.ID != o.ID || !strings.EqualFold(k.VendorClass, o.VendorClass) {
		return false
	}
	return strings.EqualFold(k.UserClass, o.UserClass) && strings.EqualFold(k.Policy, o.Policy)
}

// hidden tells whether an option is not one by itself: the lease time of a scope and the
// DNS settings of a level are kept as options 51 and 81.
func (k OptionKey) hidden() bool {
	return k.Family == IPv4 && k.VendorClass == "" && (k.ID == dhcp.OptionLeaseTime || k.ID == dhcp.OptionDNSUpdate)
}

// args gives the parameters that name the level and the classes of a key.
func (k OptionKey) args() cmdlet.Args {
	args := cmdlet.Args{}
	switch {
	case k.Reserved.IsValid():
		args["ReservedIP"] = addr(k.Reserved)
	case k.Scope.IsValid():
		args[k.Family.options().scope] = addr(k.Scope)
	}
	for name, text := range map[string]string{"PolicyName": k.Policy, "VendorClass": k.VendorClass, "UserClass": k.UserClass} {
		if text != "" {
			args[name] = cmdlet.Text(text)
		}
	}
	return args
}

// planOptionSet sets a value, over one that is there. Windows probes DNS servers unless it
// is told not to.
func planOptionSet(v OptionValue, probe bool) cmdlet.Call {
	f, args := v.Family.options(), v.args()
	args["OptionId"], args["Value"] = cmdlet.Number(v.ID), cmdlet.Texts(v.Values...)
	if v.ID == f.dnsServers && v.VendorClass == "" && !probe {
		args["Force"] = cmdlet.Switch()
	}
	return cmdlet.Call{Cmdlet: "Set-" + f.cmdlets + "Value", Args: args}
}

// planOptionRemove removes a value: setting nothing would not. Absence is success, also
// that of the level or the class.
func planOptionRemove(k OptionKey) cmdlet.Call {
	f, args := k.Family.options(), k.args()
	args["OptionId"] = cmdlet.Numbers(k.ID)
	return cmdlet.Call{Cmdlet: "Remove-" + f.cmdlets + "Value", Args: args, Tolerate: f.gone}
}

func (v OptionValue) equal(o OptionValue) bool {
	return v.is(o.OptionKey) && slices.Equal(v.Values, o.Values)
}
