package windows

import (
	"net/netip"
	"slices"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/windows/cmdlet"
)

// setStep is what is done to one reservation of a set.
type setStep struct {
	address netip.Addr
	calls   []cmdlet.Call
}

// setPlan is the way from the reservations of a scope to a set of them.
type setPlan struct {
	steps  []setStep
	failed map[netip.Addr]reservationObstacle
}

// reservationObstacle is a reservation that belongs to nobody of the set and is in the way.
type reservationObstacle struct{ desired, holder Reservation }

// planReservationSet leads from the reservations that stand to the wanted ones. owned are
// the addresses that the set manages so far: only what stands there, and with exclusive
// anything, is changed or removed.
//
// A client must be free before it gets a reservation: what goes away comes first, then
// changes of clients, each after the one that frees its client. In a circle one
// reservation is removed and added anew.
func planReservationSet(current reservationList, wanted []ReservationUpdate, owned map[netip.Addr]bool, exclusive bool) setPlan {
	p := setPlan{failed: map[netip.Addr]reservationObstacle{}}
	standing := map[netip.Addr]Reservation{}
	held := map[string]netip.Addr{}
	for _, r := range current {
		standing[r.Address], held[r.ClientID.String()] = r, r.Address
	}
	want := map[netip.Addr]bool{}
	for _, w := range wanted {
		want[w.Address] = true
	}
	remove := func(r Reservation) {
		p.steps = append(p.steps, setStep{r.Address, planReservationRemove(r)})
		delete(standing, r.Address)
		delete(held, r.ClientID.String())
	}
	for _, r := range current {
		if !want[r.Address] && (exclusive || owned[r.Address]) {
			remove(r)
		}
	}
	var same, changing, added []ReservationUpdate
	for _, w := range wanted {
		r, stands := standing[w.Address]
		switch {
		case !stands:
			added = append(added, w)
		case !owned[w.Address] && !exclusive:
			p.failed[w.Address] = reservationObstacle{w.apply(Reservation{Scope: w.Scope, Address: w.Address}), r}
		case slices.Equal(r.ClientID, w.ClientID):
			same = append(same, w)
		default:
			changing = append(changing, w)
		}
	}
	for len(changing) > 0 {
		rest := changing[:0:0]
		for _, w := range changing {
			was := standing[w.Address]
			if _, taken := held[w.ClientID.String()]; taken {
				rest = append(rest, w)
				continue
			}
			p.update(was, w)
			delete(held, was.ClientID.String())
			held[w.ClientID.String()] = w.Address
		}
		if len(rest) == len(changing) { // a circle, or somebody outside the set has the client
			w := rest[0]
			rest = rest[1:]
			if holder := standing[held[w.ClientID.String()]]; !slices.ContainsFunc(changing, func(o ReservationUpdate) bool { return o.Address == holder.Address }) {
				p.failed[w.Address] = reservationObstacle{w.apply(standing[w.Address]), holder}
			} else {
				remove(standing[w.Address])
				added = append(added, w)
			}
		}
		changing = rest
	}
	for _, w := range added {
		r := w.apply(Reservation{Scope: w.Scope, Address: w.Address})
		if holder, taken := held[r.ClientID.String()]; taken {
			p.failed[w.Address] = reservationObstacle{r, standing[holder]}
			continue
		}
		p.steps = append(p.steps, setStep{w.Address, []cmdlet.Call{planReservationAdd(r)}})
		held[r.ClientID.String()] = w.Address
	}
	for _, w := range same {
		p.update(standing[w.Address], w)
	}
	return p
}

func (p *setPlan) update(was Reservation, w ReservationUpdate) {
	if calls := planReservationUpdate(was, w.apply(was)); len(calls) > 0 {
		p.steps = append(p.steps, setStep{was.Address, append([]cmdlet.Call{reservationUnchanged(was)}, calls...)})
	}
}
