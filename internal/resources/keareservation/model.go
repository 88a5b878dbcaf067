package keareservation

import (
	"context"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework-nettypes/iptypes"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/framework"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/kea"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/resources/keaattr"
)

// model is the state of a kea_reservation.
type model struct {
	ID              types.String              `tfsdk:"id"`
	Service         types.String              `tfsdk:"service"`
	Subnet          framework.SubnetPrefix    `tfsdk:"subnet"`
	SubnetID        types.Int64               `tfsdk:"subnet_id"`
	Global          types.Bool                `tfsdk:"global"`
	HWAddress       framework.HardwareAddress `tfsdk:"hw_address"`
	ClientID        framework.Octets          `tfsdk:"client_id"`
	DUID            framework.DUID            `tfsdk:"duid"`
	CircuitID       framework.Octets          `tfsdk:"circuit_id"`
	FlexID          framework.Octets          `tfsdk:"flex_id"`
	IPAddress       iptypes.IPv4Address       `tfsdk:"ip_address"`
	AllocateAddress types.Bool                `tfsdk:"allocate_address"`
	AllocateFrom    types.List                `tfsdk:"allocate_from"`
	Exclude         types.List                `tfsdk:"exclude"`
	IPAddresses     types.List                `tfsdk:"ip_addresses"`
	Prefixes        types.List                `tfsdk:"prefixes"`
	Hostname        types.String              `tfsdk:"hostname"`
	ClientClasses   types.List                `tfsdk:"client_classes"`
	OptionData      types.List                `tfsdk:"option_data"`
	NextServer      iptypes.IPv4Address       `tfsdk:"next_server"`
	ServerHostname  types.String              `tfsdk:"server_hostname"`
	BootFileName    types.String              `tfsdk:"boot_file_name"`
	UserContext     framework.UserContext     `tfsdk:"user_context"`
	DifferingPeers  types.List                `tfsdk:"differing_peers"`
}

// identifiers gives type and value of each identifier attribute.
func (m *model) identifiers() map[string]types.String {
	return map[string]types.String{
		kea.HWAddress: m.HWAddress.StringValue, kea.ClientID: m.ClientID.StringValue, kea.DUID: m.DUID.StringValue,
		kea.CircuitID: m.CircuitID.StringValue, kea.FlexID: m.FlexID.StringValue,
	}
}

// setIdentifier keeps the spelling that the state has.
func (m *model) setIdentifier(kind, value string) {
	switch kind {
	case kea.HWAddress:
		m.HWAddress = spelled(m.HWAddress, value)
	case kea.ClientID:
		m.ClientID = spelled(m.ClientID, value)
	case kea.DUID:
		m.DUID = spelled(m.DUID, value)
	case kea.CircuitID:
		m.CircuitID = spelled(m.CircuitID, value)
	case kea.FlexID:
		m.FlexID = spelled(m.FlexID, value)
	}
}

func spelled[R framework.Rule](prior framework.Spelled[R], value string) framework.Spelled[R] {
	if text, ok := prior.Canonical(); ok && text == value {
		return prior
	}
	return framework.SpelledValue[R](value)
}

// family is that of the planned service.
func (m *model) family() kea.Family {
	if family, ok := kea.ParseService(m.Service.ValueString()); ok {
		return family
	}
	return kea.V4
}

// key gives the reservation's key on the server.
func (m *model) key() (kea.ReservationKey, error) {
	key := kea.ReservationKey{SubnetID: uint32(m.SubnetID.ValueInt64())}
	for kind, value := range m.identifiers() {
		if value.IsNull() || value.IsUnknown() {
			continue
		}
		normal, err := kea.NormalizeIdentifier(kind, value.ValueString())
		if err != nil {
			return key, err
		}
		key.IdentifierType, key.Identifier = kind, normal
	}
	return key, nil
}

func (m *model) setID(key kea.ReservationKey) {
	m.ID = types.StringValue(fmt.Sprintf("%s/%s", m.family().Service(), key))
}

// toKea gives the reservation for the client.
func (m *model) toKea(ctx context.Context, diags *diag.Diagnostics) kea.Reservation {
	key, err := m.key()
	if err != nil {
		framework.AddError(diags, "Invalid identifier", err)
	}
	r := kea.Reservation{
		ReservationKey: key, Hostname: m.Hostname.ValueString(), ClientClasses: keaattr.Texts(m.ClientClasses.Elements()),
		Options: keaattr.Options(ctx, m.OptionData, diags), NextServer: m.NextServer.ValueString(), ServerHostname: m.ServerHostname.ValueString(),
		BootFileName: m.BootFileName.ValueString(), UserContext: m.UserContext.ValueString(),
	}
	if m.family() == kea.V6 {
		r.Addresses, r.Prefixes = keaattr.Texts(m.IPAddresses.Elements()), keaattr.Texts(m.Prefixes.Elements())
		return r
	}
	if address := m.IPAddress.ValueString(); address != "" {
		r.Addresses = []string{address}
	}
	return r
}

// allocation gives what an address is to be chosen from; nil when none is to be chosen.
func (m *model) allocation(diags *diag.Diagnostics) *kea.Allocation {
	if !m.IPAddress.IsUnknown() && !m.IPAddresses.IsUnknown() {
		return nil
	}
	return &kea.Allocation{Ranges: ranges(m.AllocateFrom, diags), Exclude: ranges(m.Exclude, diags)}
}

func ranges(list types.List, diags *diag.Diagnostics) []kea.AddressRange {
	var found []kea.AddressRange
	for _, text := range keaattr.Texts(list.Elements()) {
		r, err := kea.ParseRange(text)
		if err != nil {
			framework.AddError(diags, "Invalid range", err)
			continue
		}
		found = append(found, r)
	}
	return found
}

// fromKea takes over what the server has; the key stays.
func (m *model) fromKea(ctx context.Context, r kea.Reservation, diags *diag.Diagnostics) {
	m.setIdentifier(r.IdentifierType, r.Identifier)
	m.setID(r.ReservationKey)
	m.SubnetID = types.Int64Value(int64(r.SubnetID))
	m.Global = types.BoolValue(r.SubnetID == 0)
	m.IPAddress = iptypes.NewIPv4AddressNull()
	if m.family() == kea.V4 && len(r.Addresses) > 0 {
		m.IPAddress = iptypes.NewIPv4AddressValue(r.Addresses[0])
	}
	if m.family() == kea.V6 {
		m.IPAddresses = keaattr.Spelled(m.IPAddresses, r.Addresses, keaattr.CanonicalAddress)
		m.Prefixes = keaattr.Spelled(m.Prefixes, r.Prefixes, keaattr.CanonicalPrefix)
	}
	if m.AllocateAddress.IsNull() {
		m.AllocateAddress = types.BoolValue(len(r.Addresses) > 0 || m.family() == kea.V6 || r.SubnetID == 0)
	}
	m.Hostname = keaattr.Text(m.Hostname, r.Hostname)
	m.ClientClasses = keaattr.List(m.ClientClasses, r.ClientClasses)
	m.OptionData = keaattr.FromOptions(ctx, m.family(), m.OptionData, r.Options, diags)
	m.NextServer = iptypes.NewIPv4AddressNull()
	if r.NextServer != "" {
		m.NextServer = iptypes.NewIPv4AddressValue(r.NextServer)
	}
	m.ServerHostname = keaattr.Text(m.ServerHostname, r.ServerHostname)
	m.BootFileName = keaattr.Text(m.BootFileName, r.BootFileName)
	m.UserContext = keaattr.Context(m.UserContext, r.UserContext)
	m.DifferingPeers = keaattr.NoPeers()
}
