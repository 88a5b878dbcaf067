package model

import (
	"maps"
	"net/netip"
)

// database is everything that a backup holds.
type database struct {
	v4        v4State
	v6        v6State
	multicast []*multicastScope
	settings  serverSettings
	audit     auditLog
	storage   storage
	unboundV4 bool // the one interface of the server is not bound
	unboundV6 bool
}

func newDatabase() database {
	return database{v4: newV4State(), v6: newV6State(), settings: serverSettings{activatePolicies: true, nps: "Full"},
		audit: newAuditLog(), storage: newStorage()}
}

// reset empties the server, as after the role was installed.
func (s *Server) reset() {
	s.database = newDatabase()
	s.files, s.backups, s.restore = map[string]*exportFile{}, map[string]database{}, nil
}

func (d *database) clone() database {
	out := *d
	out.v4, out.v6 = d.v4.clone(), d.v6.clone()
	out.multicast = make([]*multicastScope, len(d.multicast))
	for i, m := range d.multicast {
		out.multicast[i] = m.clone()
	}
	return out
}

func (v *v4State) clone() v4State {
	out := *v
	out.scopes = scopes{byID: map[netip.Addr]*scope{}}
	for _, sc := range v.scopes.order {
		out.scopes.add(sc.clone())
	}
	out.options = v.options.clone()
	out.policies = clonePolicies(v.policies)
	out.definitions = cloneDefinitions(v.definitions)
	out.classes = cloneAll(v.classes)
	out.filters = maps.Clone(v.filters)
	for address, f := range out.filters {
		copied := *f
		out.filters[address] = &copied
	}
	out.relationships = maps.Clone(v.relationships)
	for name, r := range out.relationships {
		out.relationships[name] = r.clone()
	}
	return out
}

func clonePolicies(in []*policy) []*policy {
	out := make([]*policy, len(in))
	for i, p := range in {
		out[i] = p.clone()
	}
	return out
}

// cloneAll copies a list of records that hold no lists themselves.
func cloneAll[T any](in []*T) []*T {
	out := make([]*T, len(in))
	for i, v := range in {
		copied := *v
		out[i] = &copied
	}
	return out
}

// stop stops the service, which loses nothing.
func (s *Server) stop() {
	s.stopped = true
	s.world.contact()
}

// start starts the service. A backup to restore takes effect now, not before (MS-DHCPM
// R_DhcpRestoreDatabase).
func (s *Server) start() {
	if s.restore != nil {
		s.database, s.restore = *s.restore, nil
		s.storage.restore = false
	}
	if s.stopped {
		s.restarted()
	}
	s.stopped, s.started = false, s.world.now
	s.world.contact()
}
