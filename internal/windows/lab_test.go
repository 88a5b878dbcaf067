package windows

import (
	"bytes"
	"context"
	"net/netip"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/dhcp"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/lab/engine"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/lab/model"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/windows/cmdlet"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/windows/winrm"
)

// lab is a server of the lab's model behind its built-in engine, and a client of it. It
// plays the network between the two: commands can be lost before or after they ran.
type lab struct {
	*Client
	world  *model.World
	server *model.Server
	engine *engine.Builtin

	mu   sync.Mutex
	fail func(cmd winrm.Command) fault

	local   atomic.Bool // the logon cannot be used on a second machine
	repeats atomic.Bool // its programs differ in nothing but addresses: they are not recorded
}

// fault is what happens to a command on its way.
type fault int

const (
	sound     fault = iota
	neverSent       // no connection
	lostAfter       // it ran and the answer is lost
	lostEarly       // it was handed over and never ran, which nobody can know
	damaged         // it ran and the answer arrives damaged
)

func (l *lab) Run(ctx context.Context, cmd winrm.Command) (winrm.Result, error) {
	what := sound
	l.mu.Lock()
	if l.fail != nil {
		what = l.fail(cmd)
	}
	l.mu.Unlock()
	lost := &winrm.Error{Kind: winrm.KindLost, Outcome: winrm.Unknown, Detail: "the connection broke"}
	switch what {
	case neverSent:
		return winrm.Result{}, &winrm.Error{Kind: winrm.KindDial, Outcome: winrm.NeverStarted, Detail: "no connection", Advice: "Look at the network."}
	case lostEarly:
		return winrm.Result{}, lost
	}
	if !l.repeats.Load() {
		recorded.Add(cmd.Stdin)
	}
	var stdout, stderr bytes.Buffer
	code := l.engine.Exec(ctx, engine.Host{Server: l.server, Logon: model.Logon{Delegated: !l.local.Load()}}, cmd.Line, bytes.NewReader(cmd.Stdin), &stdout, &stderr)
	switch what {
	case lostAfter:
		return winrm.Result{}, lost
	case damaged:
		return winrm.Result{Stdout: stdout.Bytes()[:stdout.Len()/2]}, nil
	}
	if ctx.Err() != nil {
		return winrm.Result{}, &winrm.Error{Kind: winrm.KindCancelled, Outcome: winrm.Unknown, Detail: "cancelled", Err: ctx.Err()}
	}
	return winrm.Result{Stdout: stdout.Bytes(), Stderr: stderr.Bytes(), ExitCode: code}, nil
}

// failing sets what happens to commands; nil lets all pass.
func (l *lab) failing(f func(winrm.Command) fault) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.fail = f
}

// failWrites does the same thing to each command that changes something.
func (l *lab) failWrites(what fault) {
	l.failing(func(cmd winrm.Command) fault {
		if cmd.ReadOnly {
			return sound
		}
		return what
	})
}

// newLab starts a world of n servers and a client of the first.
func newLab(t testing.TB, n int, options ...func(*Config)) *lab {
	t.Helper()
	l := &lab{world: model.NewWorld(n, time.Date(2030, 1, 1, 8, 0, 0, 0, time.UTC)), engine: engine.NewBuiltin(engine.Options{})}
	l.server = l.world.Server("DHCP1")
	l.attach(t, options...)
	return l
}

// attach makes the lab's client. Waiting moves the clock of the world.
func (l *lab) attach(t testing.TB, options ...func(*Config)) {
	config := Config{Runner: l, Server: "dhcp1.lab.example", Replicate: true, Clock: Clock{
		Now:   l.world.Now,
		Sleep: func(ctx context.Context, d time.Duration) error { l.world.Pass(d); return ctx.Err() },
	}}
	for _, option := range options {
		option(&config)
	}
	l.Client = New(config)
	t.Cleanup(l.Client.Close)
}

// other is a client of the second server of the same world.
func (l *lab) other(t testing.TB) *lab {
	o := &lab{world: l.world, server: l.world.Server("DHCP2"), engine: engine.NewBuiltin(engine.Options{})}
	o.attach(t, func(c *Config) { c.Server = "dhcp2.lab.example" })
	return o
}

// invoke runs a cmdlet on the server by hand: the second administrator.
func (l *lab) invoke(t testing.TB, name string, args map[string]any) []model.Object {
	t.Helper()
	_, bound, refusal := cmdlet.Bind(name, args)
	if refusal != nil {
		t.Fatalf("%s: %v", name, refusal)
	}
	got := l.server.Invoke(model.Logon{Delegated: true}, name, bound)
	if len(got.Errors) > 0 {
		t.Fatalf("%s: %v", name, got.Errors[0])
	}
	return got.Rows
}

// lease lets a client hold an address.
func (l *lab) lease(t *testing.T, address string) {
	t.Helper()
	if err := l.world.Event(l.server, "lease", map[string]any{"address": address, "client_id": "aa-bb-cc-00-00-01", "hostname": "pc", "state": "Active", "seconds": int64(3600)}); err != nil {
		t.Fatal(err)
	}
}

// count says how often a cmdlet reached the server.
func (l *lab) count(name string) int {
	n := 0
	for _, c := range l.engine.Calls() {
		if c.Cmdlet == name {
			n++
		}
	}
	return n
}

func ip(text string) netip.Addr { return netip.MustParseAddr(text) }

func pool(start, end string) dhcp.Range { return dhcp.Range{Start: ip(start), End: ip(end)} }

// office is a scope with everything in it.
func office() Scope {
	return Scope{
		Subnet: netip.MustParsePrefix("10.1.0.0/24"), Pool: pool("10.1.0.10", "10.1.0.200"), Name: "Office 'größe' $(x) 🖨", Description: "first floor",
		Lease: 691200, Active: true, Type: ScopeDhcp, MaxBootpClients: NoBootpLimit, ActivatePolicies: true,
		Routers: []netip.Addr{ip("10.1.0.1")}, DNSServers: []netip.Addr{ip("10.9.0.2"), ip("10.9.0.1")}, DNSDomain: "lab.example",
		BootServer: "boot.lab.example", BootFile: `\boot\x64.com`,
		Exclusions: []dhcp.Range{pool("10.1.0.20", "10.1.0.29"), pool("10.1.0.250", "10.1.0.254")},
	}
}

// numbered is a plain scope 10.n.0.0.
func numbered(n byte) Scope {
	s := office()
	at := func(last byte) netip.Addr { return netip.AddrFrom4([4]byte{10, n, 0, last}) }
	s.Subnet, s.Pool = netip.PrefixFrom(at(0), 24), dhcp.Range{Start: at(10), End: at(200)}
	s.Routers, s.Exclusions = []netip.Addr{at(1)}, nil
	return s
}

func mustCreate(t testing.TB, l *lab, scopes ...Scope) {
	t.Helper()
	for _, s := range scopes {
		if _, err := l.CreateScope(t.Context(), s); err != nil {
			t.Fatal(err)
		}
	}
}

func wantKind(t *testing.T, err error, want Kind) *Error {
	t.Helper()
	if err == nil || KindOf(err) != want {
		t.Fatalf("got %v (%s), want an error of kind %s", err, KindOf(err), want)
	}
	return asError(err)
}
