package model

import (
	"fmt"
	"net/netip"
	"strings"
	"time"
)

// Rights is what a caller may do on a server.
type Rights int

// The levels of rights, as the groups of a Windows DHCP server give them.
const (
	RightsAdmin Rights = iota // DHCP Administrators, or a local administrator
	RightsUsers               // DHCP Users: reads only
	RightsNone
)

// Server is one DHCP server: what an administrator sees in its console.
type Server struct {
	world   *World
	name    string // NetBIOS name: DHCP1
	address netip.Addr

	stopped   bool // the DHCP service is stopped
	noModule  bool // the DhcpServer module is not installed
	rights    Rights
	delegated bool // callers' credentials reach the partner whatever their logon

	database
	files   map[string]*exportFile // written by Export-DhcpServer, by path
	backups map[string]database    // by directory
	restore *database              // the backup that the next start of the service restores
	started time.Time              // when the service was started last

	skew      time.Duration // of the clock against the world's
	keepsHalf bool          // a failed Add-DhcpServerv4Failover leaves its local half
}

func newServer(w *World, i int) *Server {
	s := &Server{world: w, name: fmt.Sprintf("DHCP%d", i+1), address: netip.AddrFrom4([4]byte{192, 0, 2, byte(11 + i)}), started: w.now}
	s.reset()
	return s
}

// Name returns the NetBIOS name of the server, FQDN its full name.
func (s *Server) Name() string { return s.name }

// FQDN returns the full name of the server.
func (s *Server) FQDN() string { return strings.ToLower(s.name) + ".lab.example" }

func (s *Server) answersTo(name string) bool {
	return strings.EqualFold(name, s.name) || strings.EqualFold(name, s.FQDN()) || name == s.address.String()
}

// partner returns the other server of the world, nil when there is none.
func (s *Server) partner() *Server {
	for _, o := range s.world.servers {
		if o != s {
			return o
		}
	}
	return nil
}
