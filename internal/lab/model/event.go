package model

import (
	"errors"
	"fmt"
	"net/netip"
	"time"
)

// EventArgs are the arguments of an event, as JSON has them: text, numbers, booleans.
type EventArgs map[string]any

func (a EventArgs) text(name string) string { s, _ := a[name].(string); return s }
func (a EventArgs) flag(name string) bool   { b, _ := a[name].(bool); return b }

func (a EventArgs) seconds(name string) time.Duration {
	n, _ := a[name].(int64)
	return time.Duration(n) * time.Second
}

// leaseEvents lets a client hold an address, by the version of the protocol.
var leaseEvents = map[string]func(*Server, EventArgs) error{}

// onLease names the function that gives a lease over a version of the protocol ("v4", "v6").
func onLease(version string, f func(*Server, EventArgs) error) { leaseEvents[version] = f }

// Event lets something happen on the network or to a server: lease, logon, stop_service,
// start_service, cut, mend, pass, rights, remove_module. Numbers in args are int64.
func (w *World) Event(s *Server, name string, args map[string]any) error {
	a := EventArgs(args)
	switch name {
	case "lease":
		return w.lease(s, a)
	case "logon":
		s.SetDelegated(a.flag("delegated"))
	case "stop_service":
		s.StopService()
	case "start_service":
		s.StartService()
	case "cut":
		w.SetCut(true)
	case "mend":
		w.SetCut(false)
	case "pass":
		w.Pass(a.seconds("seconds"))
	case "rights":
		return s.setRightsByName(a.text("level"))
	case "remove_module":
		s.RemoveModule()
	default:
		return fmt.Errorf("there is no event %q", name)
	}
	return nil
}

func (w *World) lease(s *Server, a EventArgs) error {
	version := "v4"
	if a.text("duid") != "" {
		version = "v6"
	}
	give := leaseEvents[version]
	if give == nil {
		return errors.New("the lab's model has no DHCP" + version + " clients")
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if err := give(s, a); err != nil {
		return err
	}
	if address, err := netip.ParseAddr(a.text("address")); err == nil {
		s.leased(address)
	}
	return nil
}

// Pass lets time go by on the clock that the servers share.
func (w *World) Pass(d time.Duration) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.advance(d)
}

// SetCallDuration makes every call take this long on the clock that the servers share, so
// that whoever waits for a state of a relationship gets there. It is 0 at first.
func (w *World) SetCallDuration(d time.Duration) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.callTakes = d
}

// Now returns the time on the clock that the servers share.
func (w *World) Now() time.Time {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.now
}

// SetCut interrupts the network between the two servers, or mends it.
func (w *World) SetCut(cut bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.cut = cut
	w.contact()
}

// SetDelegated says whether callers' credentials reach the partner whatever their logon.
func (s *Server) SetDelegated(delegated bool) {
	s.world.mu.Lock()
	defer s.world.mu.Unlock()
	s.delegated = delegated
}

// StopService stops the DHCP service of the server.
func (s *Server) StopService() {
	s.world.mu.Lock()
	defer s.world.mu.Unlock()
	s.stop()
}

// StartService starts the DHCP service of the server.
func (s *Server) StartService() {
	s.world.mu.Lock()
	defer s.world.mu.Unlock()
	s.start()
}

// SetRights changes what callers may do on the server.
func (s *Server) SetRights(r Rights) {
	s.world.mu.Lock()
	defer s.world.mu.Unlock()
	s.rights = r
}

func (s *Server) setRightsByName(level string) error {
	rights, ok := map[string]Rights{"admin": RightsAdmin, "users": RightsUsers, "none": RightsNone}[level]
	if !ok {
		return fmt.Errorf("there is no level of rights %q", level)
	}
	s.SetRights(rights)
	return nil
}

// RemoveModule takes the DhcpServer module off the server.
func (s *Server) RemoveModule() {
	s.world.mu.Lock()
	defer s.world.mu.Unlock()
	s.noModule = true
}

// HasModule tells whether the DhcpServer module is installed on the server.
func (s *Server) HasModule() bool {
	s.world.mu.Lock()
	defer s.world.mu.Unlock()
	return !s.noModule
}
