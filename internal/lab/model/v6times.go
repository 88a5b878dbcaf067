package model

import "time"

// v6Times are the lifetimes that a scope gives to its addresses.
type v6Times struct{ preferred, valid, t1, t2 time.Duration }

// defaultV6Times are the lifetimes of a scope made without any (MS-DHCPM 3.2.4.67).
func defaultV6Times() v6Times {
	day := 24 * time.Hour
	return v6Times{preferred: 8 * day, valid: 12 * day, t1: 4 * day, t2: 8 * day * 8 / 10}
}

// change works out the lifetimes after a call, in the order of R_DhcpServerSetConfigV6
// (MS-DHCPM 3.2.4.66): the preferred lifetime first, which also resets T1 and T2 to 0.5
// and 0.8 of it, then the valid one, then T2 and T1, each against what stands by then.
// The preferred lifetime has to stay below the valid one, T1 below T2 and T2 below the
// preferred lifetime; ok is false when a step breaks that.
func (t v6Times) change(p Params) (out v6Times, ok bool) {
	preferred, hasPreferred := firstSpan(p, "PreferredLifetime", "PreferredLifeTime")
	valid, hasValid := firstSpan(p, "ValidLifetime", "ValidLifeTime")
	t1, hasT1 := firstSpan(p, "T1")
	t2, hasT2 := firstSpan(p, "T2")
	if hasPreferred {
		t.preferred, t.t1, t.t2 = preferred, preferred/2, preferred/10*8
	}
	if hasValid {
		t.valid = valid
	}
	if hasT2 {
		if t2 <= t.t1 || t2 >= t.preferred {
			return t, false
		}
		t.t2 = t2
	}
	if hasT1 {
		t.t1 = t1
	}
	return t, t.t1 > 0 && t.t1 < t.t2 && t.preferred < t.valid
}

// firstSpan reads a time span under the spelling that the cmdlet at hand uses: Add says
// PreferredLifetime and ValidLifeTime, Set PreferredLifeTime and ValidLifeTime.
func firstSpan(p Params, names ...string) (time.Duration, bool) {
	for _, n := range names {
		if p.has(n) {
			return p.span(n), true
		}
	}
	return 0, false
}
