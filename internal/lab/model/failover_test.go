package model

import (
	"net/netip"
	"slices"
	"testing"
	"time"
)

// pair is a world of two servers with a scope on the first, whose callers' credentials
// reach the partner.
func pair(t *testing.T) (w *World, one, two *Server) {
	w = NewWorld(2, testStart)
	one, two = w.Server("DHCP1"), w.Server("DHCP2")
	one.SetDelegated(true)
	addLabScope(t, one, "10.1.0.10", "10.1.0.109", "255.255.255.0", nil)
	return w, one, two
}

func scopeIDs(ids ...string) (out []netip.Addr) {
	for _, id := range ids {
		out = append(out, addr(id))
	}
	return out
}

// related adds the relationship FO1 with what more names and waits for it to be normal.
func related(t *testing.T, w *World, s *Server, more Params) {
	t.Helper()
	p := Params{"Name": "FO1", "PartnerServer": "DHCP2", "ScopeId": scopeIDs("10.1.0.0")}
	for k, v := range more {
		p[k] = v
	}
	invoke(t, s, "Add-DhcpServerv4Failover", p)
	w.Pass(time.Minute)
}

func relationshipProperty(t *testing.T, s *Server, name string) any {
	t.Helper()
	return property(t, s, "Get-DhcpServerv4Failover", Params{"Name": []string{"FO1"}}, name)
}

func wantState(t *testing.T, s *Server, state string) {
	t.Helper()
	if got := relationshipProperty(t, s, "State"); got != state {
		t.Fatalf("%s is in state %s, want %s", s.name, got, state)
	}
}

func TestNewRelationshipIsNotNormalAtOnce(t *testing.T) {
	w, one, _ := pair(t)
	addLabScope(t, one, "10.2.0.10", "10.2.0.109", "255.255.255.0", nil)
	invoke(t, one, "Add-DhcpServerv4Failover", Params{"Name": "FO1", "PartnerServer": "DHCP2", "ScopeId": scopeIDs("10.1.0.0")})
	join := Params{"Name": "FO1", "ScopeId": scopeIDs("10.2.0.0")}
	refuse(t, one, "Add-DhcpServerv4FailoverScope", join, "DHCP 20120")
	w.Pass(time.Minute)
	invoke(t, one, "Add-DhcpServerv4FailoverScope", join)
}

func TestOneLongPassGoesThroughEveryState(t *testing.T) {
	w, one, two := pair(t)
	related(t, w, one, Params{"StateSwitchInterval": 10 * time.Minute})
	w.SetCut(true)
	w.Pass(24 * time.Hour)
	wantState(t, one, statePartnerDown)
	w.SetCut(false)
	w.Pass(40 * time.Second)
	wantState(t, one, statePotential)
	w.Pass(time.Hour)
	wantState(t, one, stateNormal)
	wantState(t, two, stateNormal)
}

func TestShortCutIsNotNoticed(t *testing.T) {
	w, one, _ := pair(t)
	related(t, w, one, nil)
	w.SetCut(true)
	w.Pass(30 * time.Second)
	wantState(t, one, stateNormal)
	w.SetCut(false)
	w.Pass(10 * time.Second)
	wantState(t, one, stateNormal)
}

func TestReturningPartnerWaitsOutTheLeadTime(t *testing.T) {
	w, one, two := pair(t)
	related(t, w, one, Params{"MaxClientLeadTime": 10 * time.Minute})
	refuse(t, one, "Set-DhcpServerv4Failover", Params{"Name": "FO1", "PartnerDown": true}, "WIN32 87")
	two.StopService()
	w.Pass(2 * time.Minute)
	invoke(t, one, "Set-DhcpServerv4Failover", Params{"Name": "FO1", "PartnerDown": true})
	two.StartService()
	w.Pass(5 * time.Minute)
	wantState(t, one, statePartnerDown)
	wantState(t, two, stateRecoverWait)
	refuse(t, one, "Remove-DhcpServerv4FailoverScope", Params{"Name": "FO1", "ScopeId": scopeIDs("10.1.0.0")}, "DHCP 20133")
	w.Pass(6 * time.Minute)
	wantState(t, one, stateNormal)
	wantState(t, two, stateNormal)
}

func TestRestartedServersFindEachOtherAgain(t *testing.T) {
	w, one, two := pair(t)
	related(t, w, one, nil)
	one.StopService()
	two.StopService()
	w.Pass(time.Hour)
	one.StartService()
	wantState(t, one, stateStartup)
	w.Pass(time.Minute)
	wantState(t, one, stateInterrupted)
	two.StartService()
	w.Pass(time.Minute)
	wantState(t, one, stateNormal)
	wantState(t, two, stateNormal)
}

func TestPartnerFaultsHaveTheirNumbers(t *testing.T) {
	add := Params{"Name": "FO1", "PartnerServer": "dhcp2.lab.example", "ScopeId": scopeIDs("10.1.0.0")}
	for name, c := range map[string]struct {
		harm func(w *World, one, two *Server)
		id   string
	}{
		"logon":   {func(_ *World, one, _ *Server) { one.SetDelegated(false) }, "DHCP 20121"},
		"rights":  {func(_ *World, _, two *Server) { two.SetRights(RightsUsers) }, "DHCP 20121"},
		"cut":     {func(w *World, _, _ *Server) { w.SetCut(true) }, "DHCP 20122"},
		"stopped": {func(_ *World, _, two *Server) { two.StopService() }, "DHCP 20123"},
		"skew":    {func(_ *World, _, two *Server) { two.SetClockSkew(-2 * time.Minute) }, "DHCP 20119"},
	} {
		t.Run(name, func(t *testing.T) {
			w, one, two := pair(t)
			c.harm(w, one, two)
			refuse(t, one, "Add-DhcpServerv4Failover", add, c.id)
			if r := invoke(t, one, "Get-DhcpServerv4Failover", Params{}); len(r.Rows) != 0 {
				t.Fatal("a refused relationship was left behind")
			}
			one.KeepLocalHalf(true)
			refuse(t, one, "Add-DhcpServerv4Failover", add, c.id)
			if r := invoke(t, one, "Get-DhcpServerv4Failover", Params{}); len(r.Rows) != 1 {
				t.Fatal("the local half was not left behind")
			}
			if len(two.v4.relationships) != 0 || len(two.v4.scopes.order) != 0 {
				t.Fatal("the partner got something")
			}
		})
	}
}

func TestComputerNameOfThePartnerNeedsNoSecondHop(t *testing.T) {
	w, one, two := pair(t)
	related(t, w, one, nil)
	r := two.Invoke(Logon{}, "Set-DhcpServerv4Failover", Params{"ComputerName": "DHCP1", "Name": "FO1", "LoadBalancePercent": int64(70)})
	if len(r.Errors) == 0 {
		t.Fatal("a logon for one machine reached the other")
	}
	if r = two.Invoke(Logon{Delegated: true}, "Set-DhcpServerv4Failover", Params{"ComputerName": "DHCP1", "Name": "FO1", "LoadBalancePercent": int64(70)}); len(r.Errors) > 0 {
		t.Fatal(r.Errors[0])
	}
	if got := relationshipProperty(t, two, "LoadBalancePercent"); got != int64(30) {
		t.Fatal(got)
	}
}

func TestReplicationKeepsThePartnersLeasesAndDropsItsReservations(t *testing.T) {
	w, one, two := pair(t)
	related(t, w, one, nil)
	reserve := func(s *Server, a, id string) {
		invoke(t, s, "Add-DhcpServerv4Reservation", Params{"ScopeId": addr("10.1.0.0"), "IPAddress": addr(a), "ClientId": id})
	}
	reserve(two, "10.1.0.60", "0a-00-00-00-00-60")
	reserve(two, "10.1.0.70", "0a-00-00-00-00-70")
	w.SetCut(true)
	lab4Lease(t, two, "10.1.0.20", "0a-00-00-00-00-20", "Active", 3600)
	lab4Lease(t, two, "10.1.0.70", "0a-00-00-00-00-70", "Active", 3600)
	w.SetCut(false)
	reserve(one, "10.1.0.50", "0a-00-00-00-00-50")
	if r := invoke(t, one, "Invoke-DhcpServerv4FailoverReplication", Params{"Name": []string{"FO1"}}); len(r.Text) != 1 || r.Text[0] != "10.1.0.0" {
		t.Fatal(r.Text)
	}
	var got []string
	for _, row := range invoke(t, two, "Get-DhcpServerv4Lease", Params{"ScopeId": addr("10.1.0.0"), "AllLeases": true}).Rows {
		got = append(got, row.Properties["IPAddress"].(netip.Addr).String()+" "+row.Properties["AddressState"].(string))
	}
	want := []string{"10.1.0.20 Active", "10.1.0.50 InactiveReservation", "10.1.0.70 Active"}
	if !slices.Equal(got, want) {
		t.Fatalf("%q, want %q", got, want)
	}
}

func TestLeaseWaitsForThePartner(t *testing.T) {
	w, one, two := pair(t)
	related(t, w, one, nil)
	w.SetCut(true)
	w.Pass(2 * time.Minute)
	lab4Lease(t, one, "10.1.0.20", "0a-00-00-00-00-20", "Active", 3600)
	w.Pass(time.Minute)
	known := func() bool { return two.v4.scopes.get(addr("10.1.0.0")).clients.byAddress[addr("10.1.0.20")] != nil }
	if known() {
		t.Fatal("the lease crossed a cut network")
	}
	w.SetCut(false)
	w.Pass(10 * time.Second)
	if known() {
		t.Fatal("the lease was sent before the servers were normal again")
	}
	w.Pass(2 * time.Minute)
	if !known() {
		t.Fatal("the lease was lost")
	}
}

func TestCopiesDoNotShareMemory(t *testing.T) {
	w, one, two := pair(t)
	related(t, w, one, nil)
	invoke(t, one, "Set-DhcpServerv4OptionValue", Params{"ScopeId": addr("10.1.0.0"), "OptionId": int64(3), "Value": []string{"10.1.0.1"}})
	if _, ok := two.v4.scopes.get(addr("10.1.0.0")).options[optionKey{id: 3}]; ok {
		t.Fatal("an option reached the partner without replication")
	}
	invoke(t, one, "Set-DhcpServerv4Failover", Params{"Name": "FO1", "SharedSecret": "s"})
	if relationshipProperty(t, two, "EnableAuth") != true {
		t.Fatal("the terms are not the same")
	}
	invoke(t, one, "Set-DhcpServerv4Failover", Params{"Name": "FO1", "SharedSecret": nil})
	if relationshipProperty(t, two, "EnableAuth") != false {
		t.Fatal("authentication was not turned off")
	}
}

func TestStateCanBeSet(t *testing.T) {
	w, one, _ := pair(t)
	related(t, w, one, nil)
	if one.SetFailoverState("FO9", stateRecover) {
		t.Fatal("a relationship that is not there was set")
	}
	one.SetFailoverState("FO1", stateInterrupted)
	wantState(t, one, stateInterrupted)
	w.Pass(time.Hour)
	wantState(t, one, stateNormal)
}

func TestCallsMoveTheClockWhenToldTo(t *testing.T) {
	w, one, _ := pair(t)
	w.SetCallDuration(10 * time.Second)
	invoke(t, one, "Add-DhcpServerv4Failover", Params{"Name": "FO1", "PartnerServer": "DHCP2", "ScopeId": scopeIDs("10.1.0.0")})
	wantState(t, one, stateNormal)
}
