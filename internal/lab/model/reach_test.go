package model

import (
	"net/netip"
	"testing"
)

func TestReach(t *testing.T) {
	get := Params{"ScopeId": []netip.Addr{labScopeID}}
	other := Params{"ScopeId": []netip.Addr{labScopeID}, "ComputerName": "dhcp2.lab.example"}
	for name, c := range map[string]struct {
		prepare   func(w *World, here, there *Server)
		p         Params
		delegated bool
		id        string
	}{
		"a double hop":                {func(*World, *Server, *Server) {}, other, false, "WIN32 5"},
		"a hop with delegation":       {func(*World, *Server, *Server) {}, other, true, "DHCP 20005"},
		"a cut network":               {func(w *World, _, _ *Server) { w.SetCut(true) }, other, true, "WIN32 1722"},
		"an unknown computer":         {func(*World, *Server, *Server) {}, Params{"ComputerName": "nowhere"}, true, "WIN32 1722"},
		"the partner's service":       {func(_ *World, _, there *Server) { there.StopService() }, other, true, "WIN32 1722"},
		"the own service":             {func(_ *World, here, _ *Server) { here.StopService() }, get, false, "WIN32 1753"},
		"the own service, by name":    {func(_ *World, here, _ *Server) { here.StopService() }, Params{"ComputerName": "dhcp1"}, false, "WIN32 1753"},
		"no rights":                   {func(_ *World, here, _ *Server) { here.SetRights(RightsNone) }, get, false, "WIN32 5"},
		"no rights at the partner":    {func(_ *World, _, there *Server) { there.SetRights(RightsNone) }, other, true, "WIN32 5"},
		"no module":                   {func(_ *World, here, _ *Server) { here.RemoveModule() }, get, false, "CommandNotFoundException"},
		"the partner needs no module": {func(_ *World, _, there *Server) { there.RemoveModule() }, other, true, "DHCP 20005"},
	} {
		t.Run(name, func(t *testing.T) {
			w := NewWorld(2, testStart)
			here, there := w.Server("DHCP1"), w.Server("DHCP2")
			addLabScope(t, here, "10.1.0.10", "10.1.0.200", "255.255.255.0", nil)
			c.prepare(w, here, there)
			r := here.Invoke(Logon{Delegated: c.delegated}, "Get-DhcpServerv4Scope", c.p)
			if len(r.Errors) != 1 || r.Errors[0].ID != c.id {
				t.Errorf("errors %v, want %s", r.Errors, c.id)
			}
		})
	}
}

func TestReadersOnlyRead(t *testing.T) {
	s := v4Lab(t)
	s.SetRights(RightsUsers)
	invoke(t, s, "Get-DhcpServerv4Scope", Params{})
	refuse(t, s, "Set-DhcpServerv4Scope", Params{"ScopeId": labScopeID, "Name": "x"}, "WIN32 5")
}
