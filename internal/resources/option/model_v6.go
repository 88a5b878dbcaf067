package option

import (
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/framework"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/resources/optionattr"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/windows"
)

// modelV6 is the state of dhcp_option_value_v6.
type modelV6 struct {
	fields
	Prefix          framework.PrefixV6    `tfsdk:"prefix"`
	ReservedAddress framework.IPv6Address `tfsdk:"reserved_address"`
}

func (m *modelV6) key() (k windows.OptionKey, ok bool) {
	level := windows.OptionLevel{Family: windows.IPv6}
	level.Scope, _ = framework.AddressV6(m.Prefix)
	level.Reserved, _ = framework.AddressV6(m.ReservedAddress)
	return m.within(level, m.Prefix, m.ReservedAddress)
}

func (m *modelV6) wanted() (values []string, known bool, err error) {
	values, known = optionattr.Texts(m.Values)
	return values, known, nil
}

func (m *modelV6) take(v windows.OptionValue) {
	if have, known, _ := m.wanted(); !m.keeps(v, have, known) {
		m.Values = optionattr.List(v.Values)
	}
}

func (m *modelV6) takeImported(v windows.OptionValue) {
	m.name(v.OptionKey)
	m.Prefix, m.ReservedAddress = framework.SpelledNull[framework.PrefixV6Rule](), framework.SpelledNull[framework.IPv6AddressRule]()
	if v.Scope.IsValid() {
		m.Prefix = framework.SpelledValue[framework.PrefixV6Rule](v.Scope.String())
	}
	if v.Reserved.IsValid() {
		m.ReservedAddress = framework.SpelledValue[framework.IPv6AddressRule](v.Reserved.String())
	}
	m.Values = types.ListNull(types.StringType)
	m.take(v)
}

// copied, replicate and owed say nothing: DHCPv6 has no failover.
func (m *modelV6) copied(error) {}

func (m *modelV6) replicate() types.Bool { return types.BoolNull() }

func (m *modelV6) owed() bool { return false }
