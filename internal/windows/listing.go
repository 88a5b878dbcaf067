package windows

import (
	"net/netip"
	"sort"
	"strings"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/windows/cmdlet"
)

// A listing says how the rows of one kind are read: those of one owner (a scope, a
// prefix) and, where the server has such a call, those of all. Reads that go through a
// listing can be served from a snapshot of the server; every object file declares its own.
type listing struct {
	name string
	// whole reads the rows of all owners in one call; without a cmdlet there is no such call.
	whole cmdlet.Call
	// owner is the property of a row that names its owner.
	owner string
	// of reads the rows of one owner; nil where there are no owners, such as for
	// failover relationships.
	of func(owner netip.Addr) cmdlet.Call
	// owners is the listing that names the owners; set where there is no whole call.
	owners *listing
	// gone is true where an owner without rows does not exist. Only the direct call can
	// say so for certain.
	gone bool
}

// one asks for the rows of one owner.
func (l *listing) one(owner netip.Addr) query {
	return query{call: l.of(owner), list: l, owner: owner}
}

// all asks for the rows of the whole server in one call.
func (l *listing) all() query { return query{call: l.whole, list: l} }

// query is one read of the server.
type query struct {
	call  cmdlet.Call
	list  *listing   // nil: never served from a snapshot
	owner netip.Addr // not valid: the rows of all
}

// ask is a read that is never served from a snapshot.
func ask(call cmdlet.Call) query { return query{call: call} }

// key is equal for equal reads.
func (q query) key() string {
	names := make([]string, 0, len(q.call.Args))
	for name := range q.call.Args {
		names = append(names, name)
	}
	sort.Strings(names)
	var b strings.Builder
	b.WriteString(q.call.Cmdlet)
	for _, name := range names {
		v := q.call.Args[name]
		b.WriteString("\x00" + name + "\x00" + string(v.Kind()) + fmtNative(v))
	}
	b.WriteString("\x00take " + strings.Join(q.call.Take, " "))
	return b.String()
}

// answer is what a query brought.
type answer struct {
	rows []Row
	err  error
}

// scopes and exclusions are, with optionsV4.atScopes, what a scope consists of.
var (
	scopes = &listing{
		name: "scopes", owner: "ScopeId", gone: true,
		whole: cmdlet.Call{Cmdlet: "Get-DhcpServerv4Scope", Take: scopeColumns},
		of: func(id netip.Addr) cmdlet.Call {
			return cmdlet.Call{Cmdlet: "Get-DhcpServerv4Scope", Args: cmdlet.Args{"ScopeId": addrList(id)}, Take: scopeColumns}
		},
	}
	exclusions = &listing{
		name: "exclusions", owner: "ScopeId",
		whole: cmdlet.Call{Cmdlet: "Get-DhcpServerv4ExclusionRange", Take: exclusionColumns},
		of: func(id netip.Addr) cmdlet.Call {
			return cmdlet.Call{Cmdlet: "Get-DhcpServerv4ExclusionRange", Args: cmdlet.Args{"ScopeId": addrList(id)}, Take: exclusionColumns}
		},
	}
	relationships = &listing{
		name:  "failover relationships",
		whole: cmdlet.Call{Cmdlet: "Get-DhcpServerv4Failover", Take: failoverColumns},
	}
)
