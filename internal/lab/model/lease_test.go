package model

import (
	"net/netip"
	"reflect"
	"strings"
	"testing"
	"time"
)

func TestClientIDs(t *testing.T) {
	for text, want := range map[string]string{
		"AA-BB-CC-00-00-01": "aa-bb-cc-00-00-01", "aabb.cc00.0001": "aa-bb-cc-00-00-01", "aa:bb": "aa-bb", "7f": "7f",
		"aabbc": "aa-bb", "": "", "a": "", "zz": "", "aa-bb-gg": "", strings.Repeat("ab", 256): "",
		strings.Repeat("ab", 255): strings.TrimSuffix(strings.Repeat("ab-", 255), "-"),
	} {
		if got, ok := clientID(text); got != want || ok != (want != "") {
			t.Errorf("%q: %q, %t", text, got, ok)
		}
	}
}

func TestStateFollowsTheClock(t *testing.T) {
	s := v4Lab(t)
	lab4Lease(t, s, "10.1.0.20", "02", stateActive, 60)
	invoke(t, s, "Add-DhcpServerv4Reservation", Params{"ScopeId": labScopeID, "IPAddress": addr("10.1.0.21"), "ClientId": "03"})
	lab4Lease(t, s, "10.1.0.21", "03", stateActive, 60)
	states := func() (out []any) {
		for _, row := range invoke(t, s, "Get-DhcpServerv4Lease", Params{"ScopeId": labScopeID, "AllLeases": true}).Rows {
			out = append(out, row.Properties["AddressState"])
		}
		return out
	}
	if got := states(); !reflect.DeepEqual(got, []any{stateActive, reservationInUse}) {
		t.Error(got)
	}
	s.world.Pass(time.Minute)
	if got := states(); !reflect.DeepEqual(got, []any{stateExpired, reservationUnused}) {
		t.Error(got)
	}
	if r := invoke(t, s, "Get-DhcpServerv4Lease", Params{"ScopeId": labScopeID}); len(r.Rows) != 1 {
		t.Errorf("%d leases without the expired one", len(r.Rows))
	}
	// The address of a lease that has run out can be reserved for another client.
	invoke(t, s, "Add-DhcpServerv4Reservation", Params{"ScopeId": labScopeID, "IPAddress": addr("10.1.0.20"), "ClientId": "04"})
}

func TestRemovedReservationInUseLeasesOn(t *testing.T) {
	s := v4Lab(t)
	invoke(t, s, "Add-DhcpServerv4Reservation", Params{"ScopeId": labScopeID, "IPAddress": addr("10.1.0.21"), "ClientId": "03"})
	lab4Lease(t, s, "10.1.0.21", "03", stateActive, 60)
	invoke(t, s, "Remove-DhcpServerv4Reservation", Params{"ScopeId": labScopeID, "ClientId": []string{"03"}})
	lease := Params{"IPAddress": []netip.Addr{addr("10.1.0.21")}}
	if got := property(t, s, "Get-DhcpServerv4Lease", lease, "LeaseExpiryTime"); got != testStart.Add(defaultLease) {
		t.Errorf("expires %v", got)
	}
	refuse(t, s, "Remove-DhcpServerv4Reservation", Params{"IPAddress": []netip.Addr{addr("10.1.0.99")}}, "DHCP 20018")
}

func TestFreeAddressWindows(t *testing.T) {
	s := v4Lab(t)
	invoke(t, s, "Add-DhcpServerv4ExclusionRange", Params{"ScopeId": labScopeID, "StartRange": addr("10.1.0.1"), "EndRange": addr("10.1.0.198")})
	free := func(p Params) Params { p["ScopeId"] = labScopeID; return p }
	if r := invoke(t, s, "Get-DhcpServerv4FreeIPAddress", free(Params{"NumAddress": int64(5000)})); len(r.Text) != 2 || len(r.Warnings) != 1 {
		t.Errorf("%v %v", r.Text, r.Warnings)
	}
	refuse(t, s, "Get-DhcpServerv4FreeIPAddress", free(Params{"StartAddress": addr("10.1.0.9")}), "WIN32 87")
	refuse(t, s, "Get-DhcpServerv4FreeIPAddress", free(Params{"EndAddress": addr("2001:db8::1")}), "WIN32 87")
	refuse(t, s, "Get-DhcpServerv4FreeIPAddress", Params{"ScopeId": addr("10.9.0.0")}, "WIN32 87")
}
