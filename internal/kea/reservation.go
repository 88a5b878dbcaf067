package kea

import (
	"encoding/json"
	"fmt"
	"net/netip"
	"reflect"
	"slices"
)

// ReservationKey names a reservation on a server.
type ReservationKey struct {
	// SubnetID is the subnet's number, 0 for a global reservation.
	SubnetID uint32
	// IdentifierType is one of IdentifierTypes.
	IdentifierType string
	// Identifier is in the form of NormalizeIdentifier.
	Identifier string
}

func (k ReservationKey) String() string {
	return fmt.Sprintf("%d/%s=%s", k.SubnetID, k.IdentifierType, k.Identifier)
}

// Reservation is a host reservation.
type Reservation struct {
	ReservationKey
	// Addresses are the reserved addresses: at most one for DHCPv4.
	Addresses []string
	// Prefixes are the delegated prefixes (DHCPv6).
	Prefixes      []string
	Hostname      string
	ClientClasses []string
	Options       []Option
	// NextServer, ServerHostname and BootFileName are the boot fields of DHCPv4.
	NextServer, ServerHostname, BootFileName string
	// UserContext is a JSON object, empty when unset.
	UserContext string
}

func reservationFrom(subnetID uint32, raw map[string]any) Reservation {
	r := Reservation{
		ReservationKey: ReservationKey{SubnetID: subnetID},
		Addresses:      []string{},
		Prefixes:       append([]string{}, textsOf(raw["prefixes"])...),
		Hostname:       textOf(raw["hostname"]),
		ClientClasses:  append([]string{}, textsOf(raw["client-classes"])...),
		Options:        optionsFrom(raw["option-data"]),
		ServerHostname: textOf(raw["server-hostname"]),
		BootFileName:   textOf(raw["boot-file-name"]),
		UserContext:    contextText(raw["user-context"]),
	}
	if next := textOf(raw["next-server"]); next != "0.0.0.0" {
		r.NextServer = next
	}
	if address := textOf(raw["ip-address"]); address != "" {
		r.Addresses = append(r.Addresses, address)
	}
	r.Addresses = append(r.Addresses, textsOf(raw["ip-addresses"])...)
	for _, kind := range IdentifierTypes(V4) {
		if identifier := textOf(raw[kind]); identifier != "" {
			r.IdentifierType, r.Identifier = kind, identifier
			if normal, err := NormalizeIdentifier(kind, identifier); err == nil {
				r.Identifier = normal
			}
		}
	}
	return r
}

// merge gives the reservation as Kea reads it. Members of old that this package does not
// know are kept.
func (r Reservation) merge(family Family, old map[string]any) map[string]any {
	raw := map[string]any{}
	for key, value := range old {
		raw[key] = value
	}
	raw[r.IdentifierType] = r.Identifier
	raw["hostname"] = r.Hostname
	raw["client-classes"] = anyList(r.ClientClasses)
	raw["option-data"] = mergeOptions(family, old["option-data"], r.Options)
	setContext(raw, r.UserContext)
	if family == V6 {
		raw["ip-addresses"] = anyList(r.Addresses)
		raw["prefixes"] = anyList(r.Prefixes)
		return raw
	}
	setOrDrop(raw, "ip-address", first(r.Addresses), len(r.Addresses) > 0)
	raw["server-hostname"] = r.ServerHostname
	raw["boot-file-name"] = r.BootFileName
	setOrDrop(raw, "next-server", r.NextServer, r.NextServer != "")
	return raw
}

// equal compares what this package manages. Kea keeps the order of classes and options,
// sorts nothing inside a reservation, but gives addresses of DHCPv6 in an order of its own.
func (r Reservation) equal(family Family, other Reservation) bool {
	return r.ReservationKey == other.ReservationKey &&
		sameSet(r.Addresses, other.Addresses) && sameSet(r.Prefixes, other.Prefixes) &&
		r.Hostname == other.Hostname && slices.Equal(r.ClientClasses, other.ClientClasses) &&
		sameOptions(family, r.Options, other.Options) &&
		r.NextServer == other.NextServer && r.ServerHostname == other.ServerHostname && r.BootFileName == other.BootFileName &&
		SameJSON(r.UserContext, other.UserContext)
}

func sameOptions(family Family, a, b []Option) bool {
	return slices.EqualFunc(a, b, func(x, y Option) bool {
		csv := (x.CSVFormat == nil || *x.CSVFormat) && (y.CSVFormat == nil || *y.CSVFormat)
		return SameOption(family, x, y) && SameData(csv, x.Data, y.Data) && x.AlwaysSend == y.AlwaysSend && x.NeverSend == y.NeverSend
	})
}

func sameSet(a, b []string) bool {
	x, y := slices.Clone(a), slices.Clone(b)
	slices.Sort(x)
	slices.Sort(y)
	return slices.Equal(x, y)
}

// normal gives the reservation with the spellings that Kea returns.
func (r Reservation) normal() (Reservation, error) {
	identifier, err := NormalizeIdentifier(r.IdentifierType, r.Identifier)
	if err != nil {
		return r, &Error{Kind: KindInvalid, Text: err.Error()}
	}
	r.Identifier = identifier
	r.Addresses = slices.Clone(r.Addresses)
	for i, text := range r.Addresses {
		address, err := netip.ParseAddr(text)
		if err != nil {
			return r, &Error{Kind: KindInvalid, Text: fmt.Sprintf("%q is not an IP address", text)}
		}
		r.Addresses[i] = address.String()
	}
	r.Prefixes = slices.Clone(r.Prefixes)
	for i, text := range r.Prefixes {
		prefix, err := netip.ParsePrefix(text)
		if err != nil {
			return r, &Error{Kind: KindInvalid, Text: fmt.Sprintf("%q is not a prefix such as 2001:db8:8000::/60", text)}
		}
		r.Prefixes[i] = prefix.Masked().String()
	}
	r.ClientClasses = withoutRepeats(r.ClientClasses)
	return r, nil
}

// withoutRepeats does what Kea does with client classes: the order stays, repeats go.
func withoutRepeats(values []string) []string {
	kept := []string{}
	for _, value := range values {
		if !slices.Contains(kept, value) {
			kept = append(kept, value)
		}
	}
	return kept
}

func first[T any](values []T) T {
	if len(values) == 0 {
		var none T
		return none
	}
	return values[0]
}

func contextText(value any) string {
	if value == nil {
		return ""
	}
	text, err := json.Marshal(value)
	if err != nil {
		return ""
	}
	return string(text)
}

func setContext(raw map[string]any, text string) {
	if text == "" {
		delete(raw, "user-context")
		return
	}
	raw["user-context"] = json.RawMessage(text)
}

// SameJSON reports whether two JSON texts hold the same value; empty equals empty only.
func SameJSON(a, b string) bool {
	if a == "" || b == "" {
		return a == b
	}
	var x, y any
	if json.Unmarshal([]byte(a), &x) != nil || json.Unmarshal([]byte(b), &y) != nil {
		return false
	}
	return reflect.DeepEqual(x, y)
}
