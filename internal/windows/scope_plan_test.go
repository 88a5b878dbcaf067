package windows

import (
	"fmt"
	"math/rand/v2"
	"net/netip"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/dhcp"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/lab/model"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/windows/cmdlet"
)

// told writes a call with its values, short enough for a table.
func told(c cmdlet.Call) string {
	text := c.Cmdlet[:strings.Index(c.Cmdlet, "-")] + " " + strings.TrimPrefix(c.Cmdlet[strings.Index(c.Cmdlet, "-")+1:], "DhcpServerv4")
	for _, name := range sortedKeys(c.Args) {
		if name != "ScopeId" {
			text += fmt.Sprintf(" %s=%v", name, c.Args[name].Native())
		}
	}
	return text
}

func TestPlanScopeUpdate(t *testing.T) {
	for _, c := range []struct {
		name   string
		before func(*Scope)
		after  func(*Scope)
		want   []string
	}{
		{"nothing", nil, func(*Scope) {}, nil},
		{"spelling of the exclusions", nil, func(s *Scope) { slices.Reverse(s.Exclusions) }, nil},
		{"properties go in one call", nil, func(s *Scope) { s.Name, s.Lease, s.Description = "N", dhcp.Unlimited, "" }, []string{
			"Set Scope Description= LeaseDuration=1193046h28m15s Name=N",
		}},
		{"growing needs no detour", nil, func(s *Scope) { s.Pool.End = ip("10.1.0.240") }, []string{
			"Set Scope EndRange=10.1.0.240 StartRange=10.1.0.10",
		}},
		{"a shift goes through the union, range alone and first", nil, func(s *Scope) { s.Pool, s.Name = pool("10.1.0.100", "10.1.0.240"), "N" }, []string{
			"Set Scope EndRange=10.1.0.240 StartRange=10.1.0.10", "Set Scope EndRange=10.1.0.240 StartRange=10.1.0.100", "Set Scope Name=N",
		}},
		{"what lies between two pools is excluded meanwhile", func(s *Scope) { s.Pool, s.Exclusions = pool("10.1.0.10", "10.1.0.20"), nil }, func(s *Scope) { s.Pool = pool("10.1.0.30", "10.1.0.40") }, []string{
			"Add ExclusionRange EndRange=10.1.0.29 StartRange=10.1.0.21",
			"Set Scope EndRange=10.1.0.40 StartRange=10.1.0.10", "Set Scope EndRange=10.1.0.40 StartRange=10.1.0.30",
			"Remove ExclusionRange EndRange=10.1.0.29 StartRange=10.1.0.21",
		}},
		{"new exclusions come before the pool grows over them", func(s *Scope) { s.Exclusions = nil }, func(s *Scope) {
			s.Pool.End, s.Exclusions = ip("10.1.0.240"), []dhcp.Range{pool("10.1.0.210", "10.1.0.220")}
		}, []string{
			"Add ExclusionRange EndRange=10.1.0.220 StartRange=10.1.0.210", "Set Scope EndRange=10.1.0.240 StartRange=10.1.0.10",
		}},
		{"an inactive scope is activated for its range with everything excluded", func(s *Scope) { s.Active, s.Exclusions = false, nil }, func(s *Scope) { s.Pool.End = ip("10.1.0.50") }, []string{
			"Add ExclusionRange EndRange=10.1.0.200 StartRange=10.1.0.10", "Set Scope State=Active", "Set Scope EndRange=10.1.0.50 StartRange=10.1.0.10",
			"Set Scope State=InActive", "Remove ExclusionRange EndRange=10.1.0.200 StartRange=10.1.0.10",
		}},
		{"deactivation comes first, activation last", func(s *Scope) { s.Active = false }, func(s *Scope) { s.Active, s.DNSDomain, s.Name = true, "x.example", "N" }, []string{
			"Set OptionValue OptionId=15 Value=[x.example]", "Set Scope Name=N", "Set Scope State=Active",
		}},
		{"and the other way round", nil, func(s *Scope) { s.Active, s.Name = false, "N" }, []string{"Set Scope State=InActive", "Set Scope Name=N"}},
		{"a separate exclusion is added before an old one goes", nil, func(s *Scope) { s.Exclusions = []dhcp.Range{pool("10.1.0.40", "10.1.0.49"), s.Exclusions[1]} }, []string{
			"Add ExclusionRange EndRange=10.1.0.49 StartRange=10.1.0.40", "Remove ExclusionRange EndRange=10.1.0.29 StartRange=10.1.0.20",
		}},
		{"an overlapping one changes while the scope is inactive", nil, func(s *Scope) { s.Exclusions = []dhcp.Range{pool("10.1.0.25", "10.1.0.35"), s.Exclusions[1]} }, []string{
			"Set Scope State=InActive", "Remove ExclusionRange EndRange=10.1.0.29 StartRange=10.1.0.20",
			"Add ExclusionRange EndRange=10.1.0.35 StartRange=10.1.0.25", "Set Scope State=Active",
		}},
		{"outside the pool it need not be", nil, func(s *Scope) { s.Exclusions = []dhcp.Range{s.Exclusions[0], pool("10.1.0.240", "10.1.0.254")} }, []string{
			"Remove ExclusionRange EndRange=10.1.0.254 StartRange=10.1.0.250", "Add ExclusionRange EndRange=10.1.0.254 StartRange=10.1.0.240",
		}},
		{"options: only what differs, DNS without its probe, removal by number", nil, func(s *Scope) {
			slices.Reverse(s.DNSServers)
			s.Routers, s.BootServer, s.BootFile = nil, "", ""
		}, []string{
			"Remove OptionValue OptionId=[3]", "Set OptionValue Force=true OptionId=6 Value=[10.9.0.1 10.9.0.2]", "Remove OptionValue OptionId=[66]", "Remove OptionValue OptionId=[67]",
		}},
		{"the BOOTP limit goes with its type", nil, func(s *Scope) { s.Type, s.MaxBootpClients = ScopeBoth, 7 }, []string{"Set Scope MaxBootpClients=7 Type=Both"}},
		{"and means nothing without", nil, func(s *Scope) { s.MaxBootpClients = 7 }, nil},
		{"leaving a superscope", func(s *Scope) { s.Superscope = "North" }, func(s *Scope) { s.Superscope = "" }, []string{"Set Scope SuperscopeName="}},
	} {
		current := office()
		if c.before != nil {
			c.before(&current)
		}
		desired := current
		desired.Exclusions, desired.DNSServers = slices.Clone(current.Exclusions), slices.Clone(current.DNSServers)
		c.after(&desired)
		var got []string
		for _, call := range planScopeUpdate(current, desired) {
			if err := call.Check(); err != nil {
				t.Errorf("%s: %v", c.name, err)
			}
			got = append(got, told(call))
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s:\ngot  %s\nwant %s", c.name, strings.Join(got, "\n     "), strings.Join(c.want, "\n     "))
		}
	}
}

func TestPlanScopeCreateActivatesLast(t *testing.T) {
	calls := planScopeCreate(office())
	if first := told(calls[0]); !strings.Contains(first, "State=InActive") || len(calls[0].Undo) != 1 {
		t.Errorf("first %s, undone by %v", first, calls[0].Undo)
	}
	if last := told(calls[len(calls)-1]); last != "Set Scope State=Active" {
		t.Errorf("last %s", last)
	}
	inactive := office()
	inactive.Active = false
	for _, call := range planScopeCreate(inactive)[1:] {
		if strings.HasPrefix(told(call), "Set Scope") {
			t.Errorf("an inactive scope gets %s", told(call))
		}
	}
}

// drawScope draws a scope of the subnet 10.1.0.0/24, crowded so that pools and exclusions meet.
func drawScope(r *rand.Rand) Scope {
	s := office()
	at := func(n int) netip.Addr { return netip.AddrFrom4([4]byte{10, 1, 0, byte(n)}) }
	from := 1 + r.IntN(40)
	s.Pool = dhcp.Range{Start: at(from), End: at(from + r.IntN(41-from+1))}
	s.Active = r.IntN(2) == 0
	s.Exclusions = nil
	for last := r.IntN(15); last < 44; last += 1 + r.IntN(15) {
		x := dhcp.Range{Start: at(last + 1), End: at(last + 1 + r.IntN(8))}
		s.Exclusions = append(s.Exclusions, x)
		last = int(x.End.As4()[3])
	}
	pick := func(texts ...string) string { return texts[r.IntN(len(texts))] }
	s.Name, s.Description, s.Superscope = pick("A", "B"), pick("", "x"), pick("", "North", "South")
	s.Lease, s.Delay, s.ActivatePolicies = dhcp.LeaseDuration(3600*(1+r.IntN(2))), int64(r.IntN(2)*500), r.IntN(2) == 0
	s.Type = ScopeType(pick("Dhcp", "Both"))
	s.MaxBootpClients = NoBootpLimit
	if s.Type == ScopeBoth && r.IntN(2) == 0 {
		s.MaxBootpClients = int64(1 + r.IntN(3))
	}
	if r.IntN(2) == 0 {
		s.Routers = nil
	}
	if r.IntN(2) == 0 {
		slices.Reverse(s.DNSServers)
	}
	if r.IntN(3) == 0 {
		s.DNSServers = nil
	}
	s.DNSDomain, s.BootServer = pick("", "a.example"), pick("", "boot")
	return s.normalized()
}

// stage is a server without a client, on which plans are carried out call by call.
type stage struct {
	t      *testing.T
	server *model.Server
}

func newStage(t *testing.T) stage {
	return stage{t, model.NewWorld(1, time.Date(2030, 1, 1, 8, 0, 0, 0, time.UTC)).Server("DHCP1")}
}

func (s stage) run(c cmdlet.Call) model.Result {
	s.t.Helper()
	if err := c.Check(); err != nil {
		s.t.Fatal(err)
	}
	_, bound, refusal := cmdlet.Bind(c.Cmdlet, c.Args.Native())
	if refusal != nil {
		s.t.Fatal(refusal)
	}
	return s.server.Invoke(model.Logon{}, c.Cmdlet, bound)
}

func (s stage) rows(c cmdlet.Call) []Row {
	s.t.Helper()
	got := s.run(c)
	rows := make([]Row, len(got.Rows))
	for i, o := range got.Rows {
		rows[i] = Row{}
		for name, v := range o.Properties {
			rows[i][name] = wireForm(v)
		}
	}
	return rows
}

// wireForm is a property as it arrives.
func wireForm(v any) any {
	switch v := v.(type) {
	case netip.Addr:
		return v.String()
	case time.Duration:
		return int64(v / time.Second)
	case []string:
		list := make([]any, len(v))
		for i, item := range v {
			list[i] = item
		}
		return list
	}
	return v
}

func (s stage) scope(id netip.Addr) Scope {
	s.t.Helper()
	got, err := decodeScope(s.rows(scopes.of(id))[0], s.rows(exclusions.of(id)), s.rows(optionsV4.atScopes.of(id)), nil)
	if err != nil {
		s.t.Fatal(err)
	}
	return got
}

// leases lists what a client could be given.
func leases(s Scope) []dhcp.Range {
	if !s.Active {
		return nil
	}
	return s.Pool.Subtract(s.Exclusions...)
}

// TestRandomPairs carries out the plans between random scopes on the model: each must end
// at the wanted scope, and on the way lease nothing that neither of the two would lease.
func TestRandomPairs(t *testing.T) {
	seed := uint64(time.Now().UnixNano())
	t.Logf("seed %d", seed)
	r := rand.New(rand.NewPCG(seed, 1))
	for range 120 {
		current, desired := drawScope(r), drawScope(r)
		s := newStage(t)
		for _, call := range planScopeCreate(current) {
			if got := s.run(call); len(got.Errors) > 0 {
				t.Fatalf("%s: %v", told(call), got.Errors[0])
			}
		}
		if now := s.scope(current.ID()); !now.Equal(current) {
			t.Fatalf("made %+v\nwanted %+v\ndiffers in %v", now, current, now.differences(current))
		}
		may := slices.Concat(leases(current), leases(desired))
		plan := planScopeUpdate(current, desired)
		for i, call := range plan {
			if got := s.run(call); len(got.Errors) > 0 {
				t.Fatalf("step %d, %s: %v\nfrom %+v\nto %+v", i, told(call), got.Errors[0], current, desired)
			}
			now := s.scope(current.ID())
			for _, given := range leases(now) {
				if wrong := given.Subtract(may...); len(wrong) > 0 {
					t.Fatalf("after step %d, %s, %v could be leased\nfrom %+v\nto %+v", i, told(call), wrong, current, desired)
				}
			}
		}
		if now := s.scope(current.ID()); !now.Equal(desired) {
			t.Fatalf("ended at %+v\nwanted %+v\ndiffers in %v", now, desired, now.differences(desired))
		}
		if again := planScopeUpdate(s.scope(current.ID()), desired); len(again) > 0 {
			t.Fatalf("a second plan is not empty: %s", told(again[0]))
		}
	}
}
