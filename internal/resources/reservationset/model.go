package reservationset

import (
	"fmt"
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
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/windows"
)

// model is the state of the resource.
type model struct {
	ID           types.String        `tfsdk:"id"`
	ScopeID      iptypes.IPv4Address `tfsdk:"scope_id"`
	Exclusive    types.Bool          `tfsdk:"exclusive"`
	MaxRemovals  types.Int64         `tfsdk:"max_removals"`
	Reservations types.Map           `tfsdk:"reservations"`
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

// defaultRemovals is how many reservations of others an exclusive set removes at once,
// unless max_removals says otherwise.
const defaultRemovals = 10

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
	if kind, ok := e.Type.Canonical(); ok {
		u.Type = windows.ScopeType(kind)
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
	if kind, ok := e.Type.Canonical(); !ok || kind != string(r.Type) {
		e.Type = framework.SpelledValue[framework.ScopeTypeRule](string(r.Type))
	}
}

// newEntry is an entry for a reservation that the map does not have.
func newEntry(r windows.Reservation) entry {
	e := entry{Name: types.StringValue(r.Name)}
	e.take(r)
	return e
}

// keep sets the map to those of the entries that exist, as they stand.
func (m *model) keep(entries map[string]entry, now []windows.Reservation) {
	byAddress := byAddress(now)
	kept := map[string]entry{}
	for key, e := range entries {
		a, _ := framework.Address(e.Address)
		if r, ok := byAddress[a]; ok {
			e.take(r)
			kept[key] = e
		}
	}
	m.Reservations = mapOf(kept)
}

// takeManaged fills the map with what stands of it, and with everything else of the scope
// when the set is exclusive: under its address as the key, so that a plan shows what it
// would remove.
func (m *model) takeManaged(found []windows.Reservation) {
	entries := m.entries()
	m.keep(entries, found)
	if !m.Exclusive.ValueBool() {
		return
	}
	kept := m.entries()
	managed := map[netip.Addr]bool{}
	for _, a := range addressesOf(kept) {
		managed[a] = true
	}
	for _, r := range found {
		if managed[r.Address] {
			continue
		}
		key := r.Address.String()
		if _, taken := kept[key]; taken {
			key += " (not in the configuration)"
		}
		kept[key] = newEntry(r)
	}
	m.Reservations = mapOf(kept)
}

// takeImported fills the state with all reservations of a scope, by their addresses.
func (m *model) takeImported(scope netip.Addr, found []windows.Reservation) {
	m.ScopeID = framework.AddressValue(scope)
	m.Exclusive, m.MaxRemovals, m.Replicated = types.BoolValue(false), types.Int64Value(defaultRemovals), types.BoolValue(true)
	entries := make(map[string]entry, len(found))
	for _, r := range found {
		entries[r.Address.String()] = newEntry(r)
	}
	m.Reservations = mapOf(entries)
}

func byAddress(list []windows.Reservation) map[netip.Addr]windows.Reservation {
	out := make(map[netip.Addr]windows.Reservation, len(list))
	for _, r := range list {
		out[r.Address] = r
	}
	return out
}

func addressesOf(entries map[string]entry) []netip.Addr {
	var out []netip.Addr
	for _, e := range entries {
		if a, ok := framework.Address(e.Address); ok {
			out = append(out, a)
		}
	}
	slices.SortFunc(out, netip.Addr.Compare)
	return out
}

// merged gives the entries of a plan, and those of the state whose addresses are in no
// entry of the plan: both may exist after a failure.
func merged(plan, state map[string]entry) map[string]entry {
	planned := map[netip.Addr]bool{}
	for _, a := range addressesOf(plan) {
		planned[a] = true
	}
	out := maps.Clone(plan)
	for key, e := range state {
		a, _ := framework.Address(e.Address)
		if planned[a] {
			continue
		}
		if _, taken := out[key]; taken {
			key = a.String()
		}
		out[key] = e
	}
	return out
}

func sortedKeys(entries map[string]entry) []string { return slices.Sorted(maps.Keys(entries)) }

// validate checks what needs no server; unknown values pass.
func (m model) validate(diags *diag.Diagnostics) {
	entries := m.entries()
	addresses, clients := map[string]string{}, map[string]string{}
	twice := func(key, attribute, value string, seen map[string]string) {
		if first, ok := seen[value]; ok {
			diags.AddAttributeError(path.Root("reservations").AtMapKey(key).AtName(attribute), invalid,
				fmt.Sprintf("%q and %q have the same %s, %s.", first, key, attribute, value))
			return
		}
		seen[value] = key
	}
	for _, key := range sortedKeys(entries) {
		e := entries[key]
		if a, ok := framework.Address(e.Address); ok {
			twice(key, "address", a.String(), addresses)
		}
		if id, ok := e.ClientID.Canonical(); ok {
			twice(key, "client_id", id, clients)
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
