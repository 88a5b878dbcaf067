package model

import (
	"testing"
)

// v4Lab is a server with the scope 10.1.0.0/24, pool .10 to .200.
func v4Lab(t *testing.T) *Server {
	t.Helper()
	s := NewWorld(1, testStart).Server("DHCP1")
	addLabScope(t, s, "10.1.0.10", "10.1.0.200", "255.255.255.0", nil)
	return s
}

func addLabScope(t *testing.T, s *Server, start, end, mask string, more Params) {
	t.Helper()
	invoke(t, s, "Add-DhcpServerv4Scope", labScope(start, end, mask, more))
}

func labScope(start, end, mask string, more Params) Params {
	p := Params{"Name": "Lab", "StartRange": addr(start), "EndRange": addr(end), "SubnetMask": addr(mask)}
	for k, v := range more {
		p[k] = v
	}
	return p
}

func lab4Lease(t *testing.T, s *Server, a, id, state string, seconds int) {
	t.Helper()
	err := s.world.Event(s, "lease", map[string]any{"address": a, "client_id": id, "hostname": "pc", "state": state, "seconds": int64(seconds)})
	if err != nil {
		t.Fatal(err)
	}
}

var labScopeID = addr("10.1.0.0")

func property(t *testing.T, s *Server, cmdlet string, p Params, name string) any {
	t.Helper()
	r := invoke(t, s, cmdlet, p)
	if len(r.Rows) != 1 {
		t.Fatalf("%s: %d rows", cmdlet, len(r.Rows))
	}
	return r.Rows[0].Properties[name]
}
