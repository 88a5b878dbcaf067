package kea

import (
	"encoding/json"
	"fmt"
	"net/netip"
	"reflect"
	"slices"
)

// document is one configuration of a server: the decoded tree, with an index of what
// this package edits. Members that it does not know stay as they are.
type document struct {
	family Family
	// raw is what config-get answered, kept so that an edit starts from a fresh copy.
	raw json.RawMessage
	// hash is the server's hash of the configuration, empty where it has none (Kea 2.2).
	hash string
	tree map[string]any

	subnets      map[uint32]*subnetNode
	reservations map[ReservationKey]map[string]any
	addresses    map[addressKey]ReservationKey
}

// subnetNode is a subnet in the tree; network is nil outside shared networks.
type subnetNode struct {
	id      uint32
	raw     map[string]any
	network map[string]any
}

type addressKey struct {
	subnetID uint32
	// value is an address, or a delegated prefix with its length.
	value string
}

// newDocument reads the arguments of a config-get answer.
func newDocument(family Family, arguments json.RawMessage) (*document, error) {
	envelope, err := decodeTree(arguments)
	if err != nil {
		return nil, err
	}
	tree := mapOf(envelope[family.root()])
	if tree == nil {
		return nil, fmt.Errorf("the answer holds no %s", family.root())
	}
	d := &document{family: family, raw: arguments, hash: textOf(envelope["hash"]), tree: tree}
	d.buildIndex()
	return d, nil
}

// copy gives a document that may be edited.
func (d *document) copy() (*document, error) { return newDocument(d.family, d.raw) }

// arguments is what config-test and config-set take. The hash is left out: Kea refuses it.
func (d *document) arguments() map[string]any {
	return map[string]any{d.family.root(): d.tree}
}

func (d *document) buildIndex() {
	d.subnets = map[uint32]*subnetNode{}
	d.reservations = map[ReservationKey]map[string]any{}
	d.addresses = map[addressKey]ReservationKey{}
	for _, raw := range mapsOf(d.tree[d.family.subnetList()]) {
		d.indexSubnet(raw, nil)
	}
	for _, network := range d.networks() {
		for _, raw := range mapsOf(network[d.family.subnetList()]) {
			d.indexSubnet(raw, network)
		}
	}
	for _, raw := range mapsOf(d.tree["reservations"]) {
		d.indexReservation(reservationFrom(0, raw), raw)
	}
}

func (d *document) indexSubnet(raw, network map[string]any) {
	node := &subnetNode{id: uint32(numberOf(raw["id"])), raw: raw, network: network}
	d.subnets[node.id] = node
	for _, reservation := range mapsOf(raw["reservations"]) {
		d.indexReservation(reservationFrom(node.id, reservation), reservation)
	}
}

func (d *document) indexReservation(r Reservation, raw map[string]any) {
	d.reservations[r.ReservationKey] = raw
	for _, value := range slices.Concat(r.Addresses, r.Prefixes) {
		d.addresses[addressKey{r.SubnetID, value}] = r.ReservationKey
	}
}

func (d *document) networks() []map[string]any { return mapsOf(d.tree["shared-networks"]) }

func (d *document) network(name string) map[string]any {
	for _, network := range d.networks() {
		if textOf(network["name"]) == name {
			return network
		}
	}
	return nil
}

// subnetIDs gives the subnets in the order of their numbers.
func (d *document) subnetIDs() []uint32 {
	ids := make([]uint32, 0, len(d.subnets))
	for id := range d.subnets {
		ids = append(ids, id)
	}
	slices.Sort(ids)
	return ids
}

// subnetByPrefix finds a subnet by its prefix. Kea keeps host bits as they were typed, so
// that prefixes are compared without them.
func (d *document) subnetByPrefix(prefix netip.Prefix) (*subnetNode, bool) {
	for _, id := range d.subnetIDs() {
		node := d.subnets[id]
		if other, err := netip.ParsePrefix(textOf(node.raw["subnet"])); err == nil && other.Masked() == prefix.Masked() {
			return node, true
		}
	}
	return nil, false
}

func (n *subnetNode) prefix() netip.Prefix {
	prefix, _ := netip.ParsePrefix(textOf(n.raw["subnet"]))
	return prefix.Masked()
}

// reservation gives a reservation of the configuration.
func (d *document) reservation(key ReservationKey) (Reservation, bool) {
	raw, found := d.reservations[key]
	if !found {
		return Reservation{}, false
	}
	return reservationFrom(key.SubnetID, raw), true
}

// owner is the tree member that holds the reservations of a subnet, 0 for the global ones.
func (d *document) owner(subnetID uint32) (map[string]any, error) {
	if subnetID == 0 {
		return d.tree, nil
	}
	node, found := d.subnets[subnetID]
	if !found {
		return nil, &Error{Kind: KindNotFound, Text: fmt.Sprintf("the server has no subnet with the id %d", subnetID)}
	}
	return node.raw, nil
}

// putReservation adds or replaces a reservation, without any check.
func (d *document) putReservation(r Reservation) error {
	owner, err := d.owner(r.SubnetID)
	if err != nil {
		return err
	}
	old := d.reservations[r.ReservationKey]
	raw := r.merge(d.family, old)
	if old != nil {
		d.dropReservation(r.ReservationKey)
	}
	owner["reservations"] = append(listOf(owner["reservations"]), raw)
	d.indexReservation(r, raw)
	return nil
}

// dropReservation removes a reservation and reports whether it was there.
func (d *document) dropReservation(key ReservationKey) bool {
	raw, found := d.reservations[key]
	if !found {
		return false
	}
	if owner, err := d.owner(key.SubnetID); err == nil {
		owner["reservations"] = slices.DeleteFunc(listOf(owner["reservations"]), func(item any) bool {
			return sameMap(item, raw)
		})
	}
	old := reservationFrom(key.SubnetID, raw)
	delete(d.reservations, key)
	for _, value := range slices.Concat(old.Addresses, old.Prefixes) {
		if d.addresses[addressKey{key.SubnetID, value}] == key {
			delete(d.addresses, addressKey{key.SubnetID, value})
		}
	}
	return true
}

// holder gives the reservation that holds one of the wanted addresses or prefixes, unless
// the server allows several reservations for one address.
func (d *document) holder(r Reservation) (ReservationKey, string, bool) {
	if d.tree["ip-reservations-unique"] == false {
		return ReservationKey{}, "", false
	}
	for _, value := range slices.Concat(r.Addresses, r.Prefixes) {
		if key, taken := d.addresses[addressKey{r.SubnetID, value}]; taken && key != r.ReservationKey {
			return key, value, true
		}
	}
	return ReservationKey{}, "", false
}

// sameMap reports whether both are the one map, not merely equal: comparing contents
// would make the removal of many reservations slow.
func sameMap(a any, b map[string]any) bool {
	tree := mapOf(a)
	return tree != nil && reflect.ValueOf(tree).Pointer() == reflect.ValueOf(b).Pointer()
}
