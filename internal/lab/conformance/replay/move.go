package replay

import (
	"math/big"
	"net/netip"
	"strings"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/lab/conformance"
)

// nameParameters hold names of objects.
var nameParameters = map[string]bool{
	"Name": true, "NewName": true, "SuperscopeName": true, "PolicyName": true, "VendorClass": true, "UserClass": true,
}

// longName is the length from which a name is overwritten at its beginning instead of
// growing longer, because its case is about a limit.
const longName = 40

// mover takes the texts of one case to the server and brings them back: addresses into the
// block, names under the prefix, the partner to its real name.
type mover struct {
	moves   []move
	prefix  string
	partner string
	back    map[string]string // what else was changed, by the new text
}

// casePartner is what the cases call the partner; only this address can be
// translated, because only it is told to a server.
const casePartner = "192.0.2.12"

func newMover(c conformance.Case, b Blocks, prefix, partner string) (m *mover, reason string) {
	moves, reason := networks(c, b)
	return &mover{moves, prefix, partner, map[string]string{}}, reason
}

// value moves the value of a parameter.
func (m *mover) value(cmdletName, parameter string, v any) any {
	switch t := v.(type) {
	case string:
		return m.text(cmdletName, parameter, t)
	case []any:
		out := make([]any, len(t))
		for i, item := range t {
			out[i] = item
			if text, ok := item.(string); ok {
				out[i] = m.text(cmdletName, parameter, text)
			}
		}
		return out
	}
	return v
}

func (m *mover) text(cmdletName, parameter, t string) string {
	switch {
	case parameter == "PartnerServer" && t == casePartner:
		m.back[m.partner] = casePartner
		return m.partner
	case nameParameters[parameter] && !strings.HasSuffix(cmdletName, "Reservation"):
		return m.name(t)
	}
	a, err := netip.ParseAddr(t)
	if err != nil {
		return t
	}
	for _, mv := range m.moves {
		if mv.from.Contains(a) {
			return rebase(a, mv.from, mv.to).String()
		}
	}
	return t
}

// name puts a name under the prefix. The server's own names and the comparison words of a
// policy stay.
func (m *mover) name(t string) string {
	if t == "" || predefined(t) || strings.EqualFold(t, "EQ") || strings.EqualFold(t, "NE") {
		return t
	}
	runes := []rune(t)
	if len(runes) < longName {
		return m.prefix + t
	}
	moved := m.prefix + string(runes[len([]rune(m.prefix)):])
	m.back[moved] = t
	return moved
}

// predefined tells whether a class is one that every server has.
func predefined(name string) bool {
	return strings.HasPrefix(name, "Microsoft ") || strings.HasPrefix(name, "Default ")
}

// home brings a text of an answer back into the words of the case.
func (m *mover) home(t string) string {
	if original, ok := m.back[t]; ok {
		return original
	}
	if a, err := netip.ParseAddr(t); err == nil {
		for _, mv := range m.moves {
			if mv.to.Contains(a) {
				return rebase(a, mv.to, mv.from).String()
			}
		}
	}
	return strings.TrimPrefix(t, m.prefix)
}

// rebase is the address of one network that stands in another as it does in the first.
func rebase(a netip.Addr, from, to netip.Prefix) netip.Addr {
	offset := new(big.Int).Sub(new(big.Int).SetBytes(a.AsSlice()), new(big.Int).SetBytes(from.Addr().AsSlice()))
	return shift(to.Addr(), offset)
}
