package model

import (
	"fmt"
	"net/netip"
	"reflect"
	"strings"
	"testing"
	"time"
)

func TestAddScopeRefuses(t *testing.T) {
	for name, c := range map[string]struct {
		p  Params
		id string
	}{
		"the same network":           {labScope("10.1.0.5", "10.1.0.6", "255.255.255.0", nil), "DHCP 20052"},
		"a network around":           {labScope("10.1.9.5", "10.1.9.6", "255.255.0.0", nil), "DHCP 20052"},
		"a network from before":      {labScope("10.0.9.5", "10.0.9.6", "255.254.0.0", nil), "DHCP 20052"},
		"a network inside":           {labScope("10.1.0.130", "10.1.0.140", "255.255.255.128", nil), "DHCP 20052"},
		"an overlap before its pool": {labScope("10.1.0.6", "10.1.0.5", "255.255.255.0", nil), "DHCP 20052"},
		"a reversed pool":            {labScope("10.2.0.6", "10.2.0.5", "255.255.255.0", nil), "DHCP 20023"},
		"ends in two networks":       {labScope("10.2.0.6", "10.2.1.5", "255.255.255.0", nil), "WIN32 87"},
		"the network address":        {labScope("10.2.0.0", "10.2.0.5", "255.255.255.0", nil), "WIN32 87"},
		"the broadcast address":      {labScope("10.2.0.6", "10.2.0.255", "255.255.255.0", nil), "WIN32 87"},
		"a mask with holes":          {labScope("10.2.0.6", "10.2.0.8", "255.0.255.0", nil), "WIN32 87"},
		"a mask of no bits":          {labScope("10.2.0.6", "10.2.0.8", "0.0.0.0", nil), "WIN32 87"},
		"an IPv6 pool":               {labScope("2001:db8::1", "2001:db8::2", "255.255.255.0", nil), "WIN32 87"},
		"an IPv6 end":                {labScope("10.2.0.6", "2001:db8::2", "255.255.255.0", nil), "WIN32 87"},
		"a delay over the limit":     {labScope("10.2.0.6", "10.2.0.8", "255.255.255.0", Params{"Delay": int64(1001)}), "DHCP 20092"},
		"a lease of nothing":         {labScope("10.2.0.6", "10.2.0.8", "255.255.255.0", Params{"LeaseDuration": time.Duration(0)}), "WIN32 87"},
		"a lease over 32 bits":       {labScope("10.2.0.6", "10.2.0.8", "255.255.255.0", Params{"LeaseDuration": maxLease + time.Second}), "WIN32 87"},
		"access protection":          {labScope("10.2.0.6", "10.2.0.8", "255.255.255.0", Params{"NapEnable": true}), "DHCP 20138"},
	} {
		t.Run(name, func(t *testing.T) {
			s := v4Lab(t)
			refuse(t, s, "Add-DhcpServerv4Scope", c.p, c.id)
			if n := len(s.v4.scopes.order); n != 1 {
				t.Errorf("%d scopes", n)
			}
		})
	}
}

func TestOnlyScopesForBothKindsLimitBootp(t *testing.T) {
	for kind, want := range map[string]int64{"dhcp": unlimitedBootp, "Bootp": unlimitedBootp, "both": 7} {
		s := NewWorld(1, testStart).Server("DHCP1")
		addLabScope(t, s, "10.1.0.10", "10.1.0.20", "255.255.255.0", Params{"Type": kind, "MaxBootpClients": int64(7)})
		if got := property(t, s, "Get-DhcpServerv4Scope", Params{}, "MaxBootpClients"); got != want {
			t.Errorf("%s: %v", kind, got)
		}
	}
}

func TestSetScopePool(t *testing.T) {
	for name, c := range map[string]struct {
		start, end, id string
	}{
		"equal":              {"10.1.0.10", "10.1.0.200", ""},
		"inside":             {"10.1.0.20", "10.1.0.30", ""},
		"around":             {"10.1.0.1", "10.1.0.254", ""},
		"shifted up":         {"10.1.0.20", "10.1.0.210", "DHCP 20023"},
		"shifted down":       {"10.1.0.1", "10.1.0.199", "DHCP 20023"},
		"apart":              {"10.1.0.201", "10.1.0.210", "DHCP 20023"},
		"reversed":           {"10.1.0.30", "10.1.0.20", "DHCP 20023"},
		"out of the network": {"10.0.0.1", "10.1.0.254", "WIN32 87"},
		"from the network":   {"10.1.0.0", "10.1.0.254", "WIN32 87"},
	} {
		t.Run(name, func(t *testing.T) {
			s := v4Lab(t)
			p := Params{"ScopeId": labScopeID, "Name": "New", "StartRange": addr(c.start), "EndRange": addr(c.end)}
			want := addrRange{addr(c.start), addr(c.end)}
			if c.id == "" {
				invoke(t, s, "Set-DhcpServerv4Scope", p)
			} else {
				refuse(t, s, "Set-DhcpServerv4Scope", p, c.id)
				want = addrRange{addr("10.1.0.10"), addr("10.1.0.200")}
			}
			if sc := s.v4.scopes.get(labScopeID); sc.pool != want || sc.name != "New" {
				t.Errorf("pool %v, name %s", sc.pool, sc.name)
			}
		})
	}
}

func TestTypeFollowsTheClients(t *testing.T) {
	s := v4Lab(t)
	invoke(t, s, "Add-DhcpServerv4Reservation", Params{"ScopeId": labScopeID, "IPAddress": addr("10.1.0.20"), "ClientId": "02"})
	invoke(t, s, "Set-DhcpServerv4Scope", Params{"ScopeId": labScopeID, "Type": "Bootp"}) // an unused reservation is no client
	invoke(t, s, "Add-DhcpServerv4Lease", Params{"ScopeId": labScopeID, "IPAddress": addr("10.1.0.30"), "ClientId": "03", "ClientType": "BootP"})
	refuse(t, s, "Set-DhcpServerv4Scope", Params{"ScopeId": labScopeID, "Type": "Dhcp"}, "DHCP 20049")
	invoke(t, s, "Set-DhcpServerv4Scope", Params{"ScopeId": labScopeID, "Type": "Both"})
	s.v4.relationships["FO"] = &relationship{name: "FO", scopes: map[netip.Addr]bool{labScopeID: true}}
	refuse(t, s, "Set-DhcpServerv4Scope", Params{"ScopeId": labScopeID, "Type": "Bootp"}, "DHCP 20129")
}

func TestRemoveScope(t *testing.T) {
	remove := Params{"ScopeId": []netip.Addr{labScopeID}}
	forced := Params{"ScopeId": []netip.Addr{labScopeID}, "Force": true}
	for name, c := range map[string]struct {
		prepare func(*testing.T, *Server)
		p       Params
		id      string
	}{
		"empty":             {func(*testing.T, *Server) {}, remove, ""},
		"with a lease":      {func(t *testing.T, s *Server) { lab4Lease(t, s, "10.1.0.20", "02", stateActive, 60) }, remove, "DHCP 20007"},
		"with a lease, all": {func(t *testing.T, s *Server) { lab4Lease(t, s, "10.1.0.20", "02", stateActive, 60) }, forced, ""},
		"in a relationship": {func(_ *testing.T, s *Server) {
			s.v4.relationships["FO"] = &relationship{name: "FO", scopes: map[netip.Addr]bool{labScopeID: true}}
		}, forced, "DHCP 20113"},
	} {
		t.Run(name, func(t *testing.T) {
			s := v4Lab(t)
			c.prepare(t, s)
			if c.id == "" {
				invoke(t, s, "Remove-DhcpServerv4Scope", c.p)
			} else {
				refuse(t, s, "Remove-DhcpServerv4Scope", c.p, c.id)
			}
			if gone := s.v4.scopes.get(labScopeID) == nil; gone != (c.id == "") {
				t.Errorf("gone: %t", gone)
			}
		})
	}
}

func TestExclusionsMayNotTouch(t *testing.T) {
	s := v4Lab(t)
	add := func(start, end string) Params {
		return Params{"ScopeId": labScopeID, "StartRange": addr(start), "EndRange": addr(end)}
	}
	for _, ends := range []string{"10.1.0.50 10.1.0.59", "10.1.0.40 10.1.0.49", "10.1.0.60 10.1.0.60", "10.1.0.1 10.1.0.9"} {
		start, end, _ := strings.Cut(ends, " ")
		invoke(t, s, "Add-DhcpServerv4ExclusionRange", add(start, end))
	}
	for _, ends := range []string{
		"10.1.0.55 10.1.0.56", "10.1.0.30 10.1.0.40", "10.1.0.60 10.1.0.70", "10.1.0.30 10.1.0.100", "10.1.0.59 10.1.0.58",
		"10.1.0.250 10.1.1.1", "10.0.0.250 10.1.0.0", "2001:db8::1 2001:db8::2",
	} {
		start, end, _ := strings.Cut(ends, " ")
		refuse(t, s, "Add-DhcpServerv4ExclusionRange", add(start, end), "DHCP 20023")
	}
	var starts []string
	for _, row := range invoke(t, s, "Get-DhcpServerv4ExclusionRange", Params{}).Rows {
		starts = append(starts, row.Properties["StartRange"].(netip.Addr).String())
	}
	if want := []string{"10.1.0.1", "10.1.0.40", "10.1.0.50", "10.1.0.60"}; !reflect.DeepEqual(starts, want) {
		t.Errorf("ranges start at %v", starts)
	}
}

// TestClonesShareNothing changes everything under a copied scope, and compares the first
// with one that was made alike.
func TestClonesShareNothing(t *testing.T) {
	first, alike := fullScope(t), fullScope(t)
	copied := first.clone()

	copied.exclusions[0].end = addr("10.1.0.9")
	cl := copied.clients.byAddress[addr("10.1.0.21")]
	cl.hostName, cl.reservation.kind = "changed", "Dhcp"
	cl.reservation.options[optionKey{id: 3}].values[0] = "10.1.0.254"
	copied.clients.remove(cl)
	copied.options.setLease(time.Hour)
	copied.policies[0].options.setLease(time.Hour)
	copied.policies[0].conditions["UserClass"][0] = "NE"
	if !reflect.DeepEqual(first, alike) {
		t.Error("the copy shares with the first")
	}
}

// fullScope returns a scope with something of every kind under it.
func fullScope(t *testing.T) *scope {
	t.Helper()
	s := v4Lab(t)
	invoke(t, s, "Add-DhcpServerv4ExclusionRange", Params{"ScopeId": labScopeID, "StartRange": addr("10.1.0.1"), "EndRange": addr("10.1.0.5")})
	invoke(t, s, "Add-DhcpServerv4Reservation", Params{"ScopeId": labScopeID, "IPAddress": addr("10.1.0.21"), "ClientId": "03"})
	invoke(t, s, "Set-DhcpServerv4OptionValue", Params{"ReservedIP": addr("10.1.0.21"), "OptionId": int64(3), "Value": []string{"10.1.0.1"}})
	invoke(t, s, "Set-DhcpServerv4OptionValue", Params{"ScopeId": labScopeID, "UserClass": "Default BOOTP Class", "OptionId": int64(3), "Value": []string{"10.1.0.1"}})
	return s.v4.scopes.get(labScopeID)
}

// BenchmarkLargeServer fills a server with 5,000 scopes and a scope with 10,000
// reservations: an operation must not slow down with the number of objects.
func BenchmarkLargeServer(b *testing.B) {
	for b.Loop() {
		s := NewWorld(1, testStart).Server("DHCP1")
		run := func(cmdlet string, p Params) {
			if r := s.Invoke(Logon{}, cmdlet, p); len(r.Errors) > 0 {
				b.Fatal(r.Errors[0])
			}
		}
		for i := range 5000 {
			net := netip.AddrFrom4([4]byte{10, byte(100 + i>>8), byte(i), 0})
			run("Add-DhcpServerv4Scope", Params{"Name": "S", "StartRange": net.Next(), "EndRange": net.Next().Next(), "SubnetMask": addr("255.255.255.0")})
		}
		run("Add-DhcpServerv4Scope", Params{"Name": "L", "StartRange": addr("10.1.0.1"), "EndRange": addr("10.1.255.254"), "SubnetMask": addr("255.255.0.0")})
		a := addr("10.1.1.0")
		for i := range 10000 {
			run("Add-DhcpServerv4Reservation", Params{"ScopeId": labScopeID, "IPAddress": a, "ClientId": fmt.Sprintf("02%08x", i)})
			a = a.Next()
		}
		run("Get-DhcpServerv4Scope", Params{})
		run("Get-DhcpServerv4Reservation", Params{"ScopeId": labScopeID})
		run("Get-DhcpServerv4ScopeStatistics", Params{})
		run("Get-DhcpServerv4FreeIPAddress", Params{"ScopeId": labScopeID, "NumAddress": int64(1024)})
	}
}
