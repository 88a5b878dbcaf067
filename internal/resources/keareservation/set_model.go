package keareservation

import (
	"context"
	"net/netip"

	"github.com/hashicorp/terraform-plugin-framework-nettypes/iptypes"
	"github.com/hashicorp/terraform-plugin-framework-timeouts/resource/timeouts"
	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/framework"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/kea"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/resources/keyed"
)

// setModel is the state of a kea_reservation_set.
type setModel struct {
	ID             types.String           `tfsdk:"id"`
	Subnet         framework.SubnetPrefix `tfsdk:"subnet"`
	SubnetID       types.Int64            `tfsdk:"subnet_id"`
	Exclusive      types.Bool             `tfsdk:"exclusive"`
	MaxRemovals    types.Int64            `tfsdk:"max_removals"`
	Reservations   types.Map              `tfsdk:"reservations"`
	DifferingPeers types.List             `tfsdk:"differing_peers"`
	Timeouts       timeouts.Value         `tfsdk:"timeouts"`
}

// entryType is the type of one reservation of the map.
var entryType = func() types.ObjectType {
	attributes := map[string]attr.Type{}
	for name, a := range entryAttributes() {
		attributes[name] = a.GetType()
	}
	return types.ObjectType{AttrTypes: attributes}
}()

// prefix gives the subnet; false while it is unknown or wrong.
func (m *setModel) prefix() (netip.Prefix, bool) {
	text, ok := m.Subnet.Canonical()
	prefix, err := netip.ParsePrefix(text)
	return prefix, ok && err == nil
}

// entries reads the map as reservations of a subnet; what is unknown is left out.
func (m *setModel) entries(subnetID int64) map[string]model {
	out := make(map[string]model, len(m.Reservations.Elements()))
	prefix, _ := m.prefix()
	for key, v := range m.Reservations.Elements() {
		o, ok := v.(types.Object)
		if !ok || o.IsNull() || o.IsUnknown() {
			continue
		}
		e := entryFrom(o.Attributes())
		e.Service, e.SubnetID = types.StringValue(kea.FamilyOf(prefix.Addr()).Service()), types.Int64Value(subnetID)
		out[key] = e
	}
	return out
}

func entryFrom(a map[string]attr.Value) model {
	var m model
	m.HWAddress, _ = a["hw_address"].(framework.HardwareAddress)
	m.ClientID, _ = a["client_id"].(framework.Octets)
	m.DUID, _ = a["duid"].(framework.DUID)
	m.CircuitID, _ = a["circuit_id"].(framework.Octets)
	m.FlexID, _ = a["flex_id"].(framework.Octets)
	m.IPAddress, _ = a["ip_address"].(iptypes.IPv4Address)
	m.IPAddresses, _ = a["ip_addresses"].(types.List)
	m.Prefixes, _ = a["prefixes"].(types.List)
	m.Hostname, _ = a["hostname"].(types.String)
	m.ClientClasses, _ = a["client_classes"].(types.List)
	m.OptionData, _ = a["option_data"].(types.List)
	m.NextServer, _ = a["next_server"].(iptypes.IPv4Address)
	m.ServerHostname, _ = a["server_hostname"].(types.String)
	m.BootFileName, _ = a["boot_file_name"].(types.String)
	m.UserContext, _ = a["user_context"].(framework.UserContext)
	return m
}

// object is the way back of entryFrom.
func (m *model) object() attr.Value {
	return types.ObjectValueMust(entryType.AttrTypes, map[string]attr.Value{
		"hw_address": m.HWAddress, "client_id": m.ClientID, "duid": m.DUID, "circuit_id": m.CircuitID, "flex_id": m.FlexID,
		"ip_address": m.IPAddress, "ip_addresses": typed(m.IPAddresses, types.StringType), "prefixes": typed(m.Prefixes, types.StringType),
		"hostname": m.Hostname, "client_classes": m.ClientClasses, "option_data": m.OptionData,
		"next_server": m.NextServer, "server_hostname": m.ServerHostname, "boot_file_name": m.BootFileName, "user_context": m.UserContext,
	})
}

// typed gives a list that was never set its type.
func typed(list types.List, of attr.Type) types.List {
	if list.ElementType(context.Background()) != of {
		return types.ListNull(of)
	}
	return list
}

func (m *setModel) setEntries(entries map[string]model) {
	elements := make(map[string]attr.Value, len(entries))
	for key, e := range entries {
		elements[key] = e.object()
	}
	m.Reservations = types.MapValueMust(entryType, elements)
}

// kind tells how reservations are matched with entries.
func kind(ctx context.Context, family kea.Family, diags *diag.Diagnostics) keyed.Kind[model, kea.ReservationKey, kea.Reservation] {
	take := func(m model, r kea.Reservation) model { m.fromKea(ctx, r, diags); return m }
	return keyed.Kind[model, kea.ReservationKey, kea.Reservation]{
		Attribute: "reservations", Object: "Kea reservation",
		NameOf: func(m model) (kea.ReservationKey, bool) {
			key, err := m.key()
			return key, err == nil && key.Identifier != ""
		},
		Text: func(key kea.ReservationKey) string {
			if key.IdentifierType == kea.HWAddress {
				return key.Identifier
			}
			return key.IdentifierType + "=" + key.Identifier
		},
		Take: take,
		New:  func(r kea.Reservation) model { return take(model{Service: types.StringValue(family.Service())}, r) },
	}
}

func byKey(list []kea.Reservation) map[kea.ReservationKey]kea.Reservation {
	out := make(map[kea.ReservationKey]kea.Reservation, len(list))
	for _, r := range list {
		out[r.ReservationKey] = r
	}
	return out
}
