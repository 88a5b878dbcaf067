package reservationset

import (
	"maps"
	"net/netip"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework-nettypes/iptypes"
	"github.com/hashicorp/terraform-plugin-framework-timeouts/resource/timeouts"
	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/dhcp"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/framework"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/resources/keyed"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/windows"
)

// model is the state of the resource.
type model struct {
	ID           types.String        `tfsdk:"id"`
	ScopeID      iptypes.IPv4Address `tfsdk:"scope_id"`
	Exclusive    types.Bool          `tfsdk:"exclusive"`
	MaxRemovals  types.Int64         `tfsdk:"max_removals"`
	Reservations types.Map           `tfsdk:"reservations"`
	Replicate    types.Bool          `tfsdk:"replicate"`
	Replicated   types.Bool          `tfsdk:"replicated"`
	Timeouts     timeouts.Value      `tfsdk:"timeouts"`
}

// entry is one reservation of the map.
type entry struct {
	Address     iptypes.IPv4Address        `tfsdk:"address"`
	ClientID    framework.ClientIdentifier `tfsdk:"client_id"`
	Name        types.String               `tfsdk:"name"`
	Description types.String               `tfsdk:"description"`
	Type        framework.ScopeType        `tfsdk:"type"`
}

var entryType = types.ObjectType{AttrTypes: map[string]attr.Type{
	"address": iptypes.IPv4AddressType{}, "client_id": framework.SpelledType[framework.ClientIdentifierRule]{}, "name": types.StringType,
	"description": types.StringType, "type": framework.SpelledType[framework.ScopeTypeRule]{},
}}

// entries reads a map; one that is not known, and entries that are not, are left out.
func (m model) entries() map[string]entry {
	out := make(map[string]entry, len(m.Reservations.Elements()))
	for key, v := range m.Reservations.Elements() {
		o, ok := v.(types.Object)
		if !ok || o.IsNull() || o.IsUnknown() {
			continue
		}
		a := o.Attributes()
		e := entry{Address: a["address"].(iptypes.IPv4Address), ClientID: a["client_id"].(framework.ClientIdentifier), Name: a["name"].(types.String),
			Description: a["description"].(types.String), Type: a["type"].(framework.ScopeType)}
		out[key] = e
	}
	return out
}

func mapOf(entries map[string]entry) types.Map {
	elements := make(map[string]attr.Value, len(entries))
	for key, e := range entries {
		elements[key] = types.ObjectValueMust(entryType.AttrTypes, map[string]attr.Value{
			"address": e.Address, "client_id": e.ClientID, "name": e.Name, "description": e.Description, "type": e.Type,
		})
	}
	return types.MapValueMust(entryType, elements)
}

// update gives what an entry wants of its reservation.
func (e entry) update(scope netip.Addr) windows.ReservationUpdate {
	u := windows.ReservationUpdate{Scope: scope, Description: e.Description.ValueString(), Type: windows.ScopeBoth}
	u.Address, _ = framework.Address(e.Address)
	u.ClientID, _ = dhcp.ParseClientID(e.ClientID.ValueString())
	if clients, ok := e.Type.Canonical(); ok {
		u.Type = windows.ScopeType(clients)
	}
	if !e.Name.IsNull() {
		u.Name = e.Name.ValueStringPointer()
	}
	return u
}

// take fills an entry from a reservation of the server. What means the same keeps its
// spelling, and a name that is not managed stays null.
func (e *entry) take(r windows.Reservation) {
	e.Address = framework.AddressValue(r.Address)
	if id, ok := e.ClientID.Canonical(); !ok || id != r.ClientID.String() {
		e.ClientID = framework.SpelledValue[framework.ClientIdentifierRule](r.ClientID.String())
	}
	if !e.Name.IsNull() {
		e.Name = types.StringValue(r.Name)
	}
	e.Description = types.StringValue(r.Description)
	if clients, ok := e.Type.Canonical(); !ok || clients != string(r.Type) {
		e.Type = framework.SpelledValue[framework.ScopeTypeRule](string(r.Type))
	}
}

// newEntry is an entry for a reservation that the map does not have.
func newEntry(r windows.Reservation) entry {
	e := entry{Name: framework.ImportedText(r.Name)}
	e.take(r)
	return e
}

// kind tells how reservations are matched with entries.
var kind = keyed.Kind[entry, netip.Addr, windows.Reservation]{
	Attribute: "reservations", Object: "DHCP reservation",
	NameOf: func(e entry) (netip.Addr, bool) { return framework.Address(e.Address) },
	Text:   netip.Addr.String,
	Take:   func(e entry, r windows.Reservation) entry { e.take(r); return e },
	New:    newEntry,
}

// keep sets the map to those of the entries that exist, as they stand.
func (m *model) keep(entries map[string]entry, now []windows.Reservation) {
	m.Reservations = mapOf(kind.Keep(entries, byAddress(now)))
}

// takeManaged fills the map with what stands of it, and with everything else of the scope
// when the set is exclusive.
func (m *model) takeManaged(found []windows.Reservation) {
	if !m.Exclusive.ValueBool() {
		m.keep(m.entries(), found)
		return
	}
	m.Reservations = mapOf(kind.All(m.entries(), byAddress(found)))
}

// takeImported fills the state with all reservations of a scope, by their addresses.
func (m *model) takeImported(scope netip.Addr, found []windows.Reservation) {
	m.ScopeID = framework.AddressValue(scope)
	m.Exclusive, m.MaxRemovals, m.Replicated = types.BoolValue(false), types.Int64Value(keyed.DefaultRemovals), types.BoolValue(true)
	m.Reservations = mapOf(kind.All(nil, byAddress(found)))
}

func byAddress(list []windows.Reservation) map[netip.Addr]windows.Reservation {
	out := make(map[netip.Addr]windows.Reservation, len(list))
	for _, r := range list {
		out[r.Address] = r
	}
	return out
}

func sortedKeys(entries map[string]entry) []string { return slices.Sorted(maps.Keys(entries)) }

// validate checks what needs no server; unknown values pass.
func (m model) validate(diags *diag.Diagnostics) {
	entries := m.entries()
	addresses, clients := map[string]string{}, map[string]string{}
	for _, key := range sortedKeys(entries) {
		e := entries[key]
		if a, ok := framework.Address(e.Address); ok {
			kind.Twice(addresses, key, "address", a.String(), diags)
		}
		if id, ok := e.ClientID.Canonical(); ok {
			kind.Twice(clients, key, "client_id", id, diags)
		}
		for attribute, limit := range map[string]int{"name": dhcp.MaxText, "description": dhcp.MaxDescription} {
			v := map[string]types.String{"name": e.Name, "description": e.Description}[attribute]
			if v.IsNull() || v.IsUnknown() {
				continue
			}
			if err := dhcp.CheckText(v.ValueString(), limit); err != nil {
				framework.AddAttributeError(diags, path.Root("reservations").AtMapKey(key).AtName(attribute), invalid, err)
			}
		}
	}
}

const invalid = "Invalid DHCP reservation"
