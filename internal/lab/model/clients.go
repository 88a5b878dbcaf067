package model

import (
	"net/netip"
	"strings"
	"time"
)

// Address states of a client's record, and the kind of a client that speaks BOOTP.
const (
	stateActive   = "Active"
	stateOffered  = "Offered"
	stateDeclined = "Declined"
	stateExpired  = "Expired"

	reservationInUse  = "ActiveReservation"
	reservationUnused = "InactiveReservation"

	clientDHCP  = "Dhcp"
	clientBootp = "BootP"
	maxClientID = 255 // bytes
)

// used tells whether the server has served the address to a client: true for all but a
// reservation that nobody took.
func (cl *client) used() bool { return cl.reservation == nil || cl.reservation.inUse }

// stateAt returns the address state at a moment: leases run out by the clock alone.
func (cl *client) stateAt(now time.Time) string {
	over := !cl.expires.IsZero() && !now.Before(cl.expires)
	switch {
	case cl.reservation != nil && cl.reservation.inUse && !over:
		return reservationInUse
	case cl.reservation != nil:
		return reservationUnused
	case over && (cl.state == stateActive || cl.state == stateOffered):
		return stateExpired
	}
	return cl.state
}

// client returns the record of an address in whichever scope, nil when there is none.
func (v *v4State) client(a netip.Addr) (*scope, *client) {
	sc := v.scopes.of(a)
	if sc == nil {
		return nil, nil
	}
	return sc, sc.clients.byAddress[a]
}

// clientID reads a client id: hexadecimal digits with or without separators, of any
// length up to 255 bytes; a last single digit is cut off. It comes back in small letters
// with dashes.
func clientID(text string) (string, bool) {
	digits := strings.ToLower(strings.NewReplacer("-", "", ":", "", ".", "", " ", "").Replace(text))
	digits = digits[:len(digits)&^1]
	if digits == "" || len(digits) > 2*maxClientID || strings.Trim(digits, "0123456789abcdef") != "" {
		return "", false
	}
	return dashed(digits), true
}

// dashed puts a dash between the bytes of hexadecimal text.
func dashed(digits string) string {
	var b strings.Builder
	for i := 0; i < len(digits); i += 2 {
		if i > 0 {
			b.WriteByte('-')
		}
		b.WriteString(digits[i:min(i+2, len(digits))])
	}
	return b.String()
}

// clientID returns the client id that a text means; it reports a wrong one itself.
func (c *call) clientID(text string) (string, bool) {
	id, ok := clientID(text)
	if !ok {
		c.win32(win32InvalidParameter, "The client id %s is not valid", text)
	}
	return id, ok
}
