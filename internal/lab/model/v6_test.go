package model

import (
	"math"
	"net/netip"
	"testing"
	"time"
)

var testStart = time.Date(2030, 1, 1, 0, 0, 0, 0, time.UTC)

// invoke runs a call that has to succeed.
func invoke(t *testing.T, s *Server, cmdlet string, p Params) Result {
	t.Helper()
	r := s.Invoke(Logon{}, cmdlet, p)
	if len(r.Errors) > 0 {
		t.Fatalf("%s: %v", cmdlet, r.Errors[0])
	}
	return r
}

// refuse runs a call that has to fail with this error id.
func refuse(t *testing.T, s *Server, cmdlet string, p Params, id string) {
	t.Helper()
	r := s.Invoke(Logon{}, cmdlet, p)
	if len(r.Errors) == 0 || r.Errors[0].ID != id {
		t.Fatalf("%s: errors %v, want %s", cmdlet, r.Errors, id)
	}
}

func addr(text string) netip.Addr { return netip.MustParseAddr(text) }

func v6Lab(t *testing.T) *Server {
	s := NewWorld(1, testStart).Server("DHCP1")
	invoke(t, s, "Add-DhcpServerv6Scope", Params{"Prefix": addr("2001:db8::"), "Name": "Lab"})
	return s
}

func TestV6LifetimesAreCheckedInTheServersOrder(t *testing.T) {
	day := 24 * time.Hour
	for name, c := range map[string]struct {
		params Params
		ok     bool
	}{
		"T1 below T2":                          {Params{"T1": 5 * day}, true},
		"T1 reaches T2":                        {Params{"T1": 8 * day * 8 / 10}, false},
		"T2 reaches the preferred lifetime":    {Params{"T2": 8 * day}, false},
		"T2 below the stored T1, T1 in call":   {Params{"T1": day, "T2": 2 * day}, false},
		"valid equals preferred":               {Params{"ValidLifeTime": 8 * day}, false},
		"T2 above the T1 just implied":         {Params{"PreferredLifeTime": 4 * day, "T2": 3 * day}, true},
		"T2 below the T1 just implied":         {Params{"PreferredLifeTime": 4 * day, "T2": day}, false},
		"preferred above the valid one stored": {Params{"PreferredLifeTime": 13 * day}, false},
	} {
		if _, ok := defaultV6Times().change(c.params); ok != c.ok {
			t.Errorf("%s: accepted %t", name, ok)
		}
	}
}

func TestV6FreeAddressesJumpOverExclusions(t *testing.T) {
	s := v6Lab(t)
	invoke(t, s, "Add-DhcpServerv6ExclusionRange", Params{"Prefix": addr("2001:db8::"), "StartRange": addr("2001:db8::1"), "EndRange": addr("2001:db8::7fff:ffff:ffff:ffff")})
	r := invoke(t, s, "Get-DhcpServerv6FreeIPAddress", Params{"Prefix": addr("2001:db8::")})
	if len(r.Text) != 1 || r.Text[0] != "2001:db8:0:0:8000::" {
		t.Fatal(r.Text)
	}
	r = invoke(t, s, "Get-DhcpServerv6FreeIPAddress", Params{"Prefix": addr("2001:db8::"), "EndAddress": addr("2001:db8::ff")})
	if len(r.Text) != 0 || len(r.Warnings) != 1 {
		t.Fatal(r.Text, r.Warnings)
	}
}

func TestV6ExpiredAddressIsOfferedLast(t *testing.T) {
	s := v6Lab(t)
	if err := leaseV6(s, EventArgs{"address": "2001:db8::1", "duid": "0001", "iaid": int64(1), "state": "Expired"}); err != nil {
		t.Fatal(err)
	}
	r := invoke(t, s, "Get-DhcpServerv6FreeIPAddress", Params{"Prefix": addr("2001:db8::"), "EndAddress": addr("2001:db8::3"), "NumAddress": int64(3)})
	if want := []string{"2001:db8::2", "2001:db8::3", "2001:db8::1"}; len(r.Text) != 3 || r.Text[0] != want[0] || r.Text[2] != want[2] {
		t.Fatalf("%v, want %v", r.Text, want)
	}
}

func TestV6ReservationInUseBecomesALease(t *testing.T) {
	s := v6Lab(t)
	key := Params{"IPAddress": addr("2001:db8::20")}
	invoke(t, s, "Add-DhcpServerv6Reservation", Params{"Prefix": addr("2001:db8::"), "IPAddress": addr("2001:db8::20"), "ClientDuid": "00:01", "Iaid": int64(1)})
	if err := leaseV6(s, EventArgs{"address": "2001:db8::20", "duid": "00-02", "iaid": int64(1), "state": "Active", "seconds": int64(3600)}); err == nil {
		t.Fatal("another client took a reserved address")
	}
	if err := leaseV6(s, EventArgs{"address": "2001:db8::20", "duid": "00-01", "iaid": int64(1), "state": "Active", "seconds": int64(3600)}); err != nil {
		t.Fatal(err)
	}
	list := Params{"IPAddress": []netip.Addr{addr("2001:db8::20")}}
	if r := invoke(t, s, "Get-DhcpServerv6Reservation", list); r.Rows[0].Properties["AddressState"] != "ActiveReservation" {
		t.Fatal(r.Rows)
	}
	invoke(t, s, "Remove-DhcpServerv6Reservation", list)
	refuse(t, s, "Set-DhcpServerv6Reservation", Params{"IPAddress": key["IPAddress"], "Name": "x"}, "WIN32 2")
	invoke(t, s, "Get-DhcpServerv6Lease", list)
}

func TestV6StatisticsHoldMoreThan63Bits(t *testing.T) {
	s := v6Lab(t)
	invoke(t, s, "Add-DhcpServerv6ExclusionRange", Params{"Prefix": addr("2001:db8::"), "StartRange": addr("2001:db8::1"), "EndRange": addr("2001:db8::10")})
	r := invoke(t, s, "Get-DhcpServerv6ScopeStatistics", Params{})
	if got := r.Rows[0].Properties["AddressesFree"]; got != uint64(math.MaxUint64-16) {
		t.Fatal(got)
	}
}
