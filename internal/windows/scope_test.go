package windows

import (
	"net/netip"
	"strings"
	"sync"
	"testing"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/dhcp"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/lab/engine"
)

func TestScopeRoundTrip(t *testing.T) {
	l := newLab(t, 1)
	made, err := l.CreateScope(t.Context(), office())
	if err != nil {
		t.Fatal(err)
	}
	if different := made.differences(office()); len(different) > 0 {
		t.Errorf("the scope made differs in %v", different)
	}
	read, err := l.ReadScope(t.Context(), made.ID())
	if err != nil || !read.Equal(*made) {
		t.Errorf("read %+v, %v", read, err)
	}
	if err := l.DeleteScope(t.Context(), made.ID(), false); err != nil {
		t.Fatal(err)
	}
	_, err = l.ReadScope(t.Context(), made.ID())
	if e := wantKind(t, err, KindNotFound); e.ID != "DHCP 20005" || e.Object != "scope 10.1.0.0" {
		t.Errorf("not found as %+v", e)
	}
	if err := l.DeleteScope(t.Context(), made.ID(), false); err != nil {
		t.Errorf("absence is no success: %v", err)
	}
}

func TestNothingConnectsBeforeTheFirstOperation(t *testing.T) {
	l := newLab(t, 1)
	if n := l.engine.Processes(); n != 0 {
		t.Errorf("%d processes", n)
	}
}

func TestCreateRefusesWhatExists(t *testing.T) {
	l := newLab(t, 1)
	mustCreate(t, l, office())
	other := office()
	other.Name = "Other"
	_, err := l.CreateScope(t.Context(), other)
	if e := wantKind(t, err, KindExists); !strings.Contains(e.Advice, "Import it (id 10.1.0.0)") {
		t.Errorf("advice %q", e.Advice)
	}
	wide := numbered(2)
	wide.Subnet, wide.Pool = netip.MustParsePrefix("10.0.0.0/14"), pool("10.2.0.1", "10.2.0.9")
	_, err = l.CreateScope(t.Context(), wide)
	if e := wantKind(t, err, KindConflict); !strings.Contains(e.Message, "Office 'größe'") || !strings.Contains(e.Message, "10.1.0.0/24") {
		t.Errorf("the neighbour is not named: %q", e.Message)
	}
	if s, err := l.ReadScope(t.Context(), office().ID()); err != nil || s.Name != office().Name {
		t.Errorf("the scope in the way was touched: %+v, %v", s, err)
	}
}

func TestFailedCreateLeavesNothing(t *testing.T) {
	l := newLab(t, 1)
	s := office()
	s.Exclusions = []dhcp.Range{pool("10.1.0.20", "10.1.0.29"), pool("10.1.0.25", "10.1.0.30")} // the second is refused
	made, err := l.CreateScope(t.Context(), s)
	if e := wantKind(t, err, KindConflict); made != nil || e.Cmdlet != "Add-DhcpServerv4ExclusionRange" {
		t.Errorf("made %+v, %v", made, e)
	}
	_, err = l.ReadScope(t.Context(), s.ID())
	_ = wantKind(t, err, KindNotFound)
}

func TestCreateWithLostAnswer(t *testing.T) {
	for what, want := range map[fault]struct {
		kind  Kind
		found bool
	}{lostAfter: {"", true}, damaged: {"", true}, lostEarly: {KindUnknownOutcome, false}, neverSent: {KindUnreachable, false}} {
		l := newLab(t, 1)
		l.failWrites(what)
		made, err := l.CreateScope(t.Context(), office())
		if want.kind != "" {
			_ = wantKind(t, err, want.kind)
		} else if err != nil || !made.Equal(office()) {
			t.Errorf("fault %d: %+v, %v", what, made, err)
		}
		if n := l.count("Add-DhcpServerv4Scope"); n > 1 {
			t.Errorf("fault %d: the scope was added %d times", what, n)
		}
		if _, err := l.ReadScope(t.Context(), office().ID()); (err == nil) != want.found {
			t.Errorf("fault %d: %v", what, err)
		}
	}
}

func TestLostAnswerDoesNotAdoptAStrangersScope(t *testing.T) {
	l := newLab(t, 1)
	l.invoke(t, "Add-DhcpServerv4Scope", map[string]any{"Name": "Stranger", "StartRange": "10.1.0.50", "EndRange": "10.1.0.60", "SubnetMask": "255.255.255.0"})
	l.failWrites(lostAfter)
	made, err := l.CreateScope(t.Context(), office())
	_ = wantKind(t, err, KindUnknownOutcome)
	if made != nil {
		t.Errorf("the scope of somebody else was taken over: %+v", made)
	}
}

func TestUpdateSendsOnlyTheDifference(t *testing.T) {
	l := newLab(t, 1)
	mustCreate(t, l, office())
	l.engine.Reset()
	now, err := l.UpdateScope(t.Context(), office().ID(), func(s *Scope) { s.Name, s.DNSDomain = "New", "" }, ScopeUpdate{})
	if err != nil || now.Name != "New" || now.DNSDomain != "" {
		t.Fatalf("%+v, %v", now, err)
	}
	for name, want := range map[string]int{"Set-DhcpServerv4Scope": 1, "Remove-DhcpServerv4OptionValue": 1, "Set-DhcpServerv4OptionValue": 0, "Add-DhcpServerv4ExclusionRange": 0} {
		if n := l.count(name); n != want {
			t.Errorf("%s ran %d times, want %d", name, n, want)
		}
	}
	l.engine.Reset()
	if _, err := l.UpdateScope(t.Context(), office().ID(), func(*Scope) {}, ScopeUpdate{}); err != nil || l.engine.Processes() != 1 {
		t.Errorf("%d processes for no change, %v", l.engine.Processes(), err)
	}
}

func TestHalfAppliedUpdateIsReported(t *testing.T) {
	l := newLab(t, 1)
	mustCreate(t, l, office())
	now, err := l.UpdateScope(t.Context(), office().ID(), func(s *Scope) {
		s.Pool, s.Lease = pool("10.1.0.100", "10.1.0.240"), 3600
		s.Exclusions = append(s.Exclusions, pool("10.2.0.1", "10.2.0.2")) // outside the subnet: refused
	}, ScopeUpdate{})
	e := asError(err)
	if err == nil || now == nil || e.Cmdlet != "Add-DhcpServerv4ExclusionRange" {
		t.Fatalf("%+v, %v", now, err)
	}
	read, readErr := l.ReadScope(t.Context(), office().ID())
	if readErr != nil || !read.Equal(*now) {
		t.Errorf("reported %+v, stands %+v", now, read)
	}
	if !strings.Contains(e.Message, "not as wanted: range, lease duration, exclusions") {
		t.Errorf("message %q", e.Message)
	}
}

func TestUpdateRefusesWhatChangedMeanwhile(t *testing.T) {
	l := newLab(t, 1)
	mustCreate(t, l, office())
	var once sync.Once
	l.engine.Before(func(c engine.Call) {
		if c.Cmdlet == "Get-DhcpServerv4Failover" { // after the scope was read
			once.Do(func() {
				l.invoke(t, "Set-DhcpServerv4Scope", map[string]any{"ScopeId": "10.1.0.0", "StartRange": "10.1.0.15", "EndRange": "10.1.0.190"})
			})
		}
	})
	_, err := l.UpdateScope(t.Context(), office().ID(), func(s *Scope) { s.Pool = pool("10.1.0.50", "10.1.0.240") }, ScopeUpdate{})
	_ = wantKind(t, err, KindChangedMeanwhile)
	if l.count("Add-DhcpServerv4ExclusionRange") > 2 { // those of the creation
		t.Error("the plan was carried out all the same")
	}
}

func TestUpdateWithLostAnswer(t *testing.T) {
	l := newLab(t, 1)
	mustCreate(t, l, office())
	edit := func(s *Scope) { s.Name, s.Pool = "New", pool("10.1.0.100", "10.1.0.240") }
	l.failWrites(lostEarly)
	now, err := l.UpdateScope(t.Context(), office().ID(), edit, ScopeUpdate{})
	_ = wantKind(t, err, KindUnknownOutcome)
	if now == nil || !now.Equal(office()) {
		t.Errorf("nothing ran, and the scope is %+v", now)
	}
	l.engine.Reset()
	l.failWrites(lostAfter)
	now, err = l.UpdateScope(t.Context(), office().ID(), edit, ScopeUpdate{})
	if err != nil || now.Name != "New" {
		t.Errorf("%+v, %v", now, err)
	}
	if n := l.count("Set-DhcpServerv4Scope"); n != 3 { // union, range, name
		t.Errorf("Set-DhcpServerv4Scope ran %d times", n)
	}
}

func TestSubnetCannotChange(t *testing.T) {
	l := newLab(t, 1)
	mustCreate(t, l, office())
	_, err := l.UpdateScope(t.Context(), office().ID(), func(s *Scope) { s.Subnet = netip.MustParsePrefix("10.1.0.0/25") }, ScopeUpdate{})
	_ = wantKind(t, err, KindInvalid)
}

func TestDeleteRefusesLeases(t *testing.T) {
	l := newLab(t, 1)
	mustCreate(t, l, office())
	l.lease(t, "10.1.0.55")
	err := l.DeleteScope(t.Context(), office().ID(), false)
	if e := wantKind(t, err, KindInUse); !strings.Contains(e.Message, "10.1.0.55") {
		t.Errorf("message %q", e.Message)
	}
	if n := l.count("Remove-DhcpServerv4Scope"); n != 0 {
		t.Errorf("a removal was tried %d times", n)
	}
	if err := l.DeleteScope(t.Context(), office().ID(), true); err != nil {
		t.Error(err)
	}
}

func TestDeleteWithLostAnswer(t *testing.T) {
	l := newLab(t, 1)
	mustCreate(t, l, office())
	l.failWrites(lostEarly)
	_ = wantKind(t, l.DeleteScope(t.Context(), office().ID(), false), KindUnknownOutcome)
	l.failWrites(lostAfter)
	if err := l.DeleteScope(t.Context(), office().ID(), false); err != nil {
		t.Error(err)
	}
	if n := l.count("Remove-DhcpServerv4Scope"); n != 1 {
		t.Errorf("the removal ran %d times", n)
	}
}

func TestScopeUse(t *testing.T) {
	l := newLab(t, 1)
	mustCreate(t, l, office())
	l.lease(t, "10.1.0.55")
	l.invoke(t, "Add-DhcpServerv4Reservation", map[string]any{"ScopeId": "10.1.0.0", "IPAddress": "10.1.0.77", "ClientId": "aa-bb-cc-00-00-77"})
	use, err := l.ReadScopeUse(t.Context(), office().ID())
	if err != nil {
		t.Fatal(err)
	}
	after := office()
	after.Pool = pool("10.1.0.60", "10.1.0.200")
	leased, reserved := use.CutOff(office(), after)
	if len(leased) != 1 || leased[0] != ip("10.1.0.55") || len(reserved) != 0 {
		t.Errorf("cut off %v, %v", leased, reserved)
	}
	after.Exclusions = []dhcp.Range{pool("10.1.0.70", "10.1.0.80")}
	_, reserved = use.CutOff(office(), after)
	if len(reserved) != 1 || reserved[0] != ip("10.1.0.77") {
		t.Errorf("reserved %v", reserved)
	}
	_, err = l.ReadScopeUse(t.Context(), ip("10.9.0.0"))
	_ = wantKind(t, err, KindNotFound)
}

func TestListScopes(t *testing.T) {
	l := newLab(t, 1)
	if list, problems, err := l.ListScopes(t.Context()); err != nil || len(list) != 0 || len(problems) != 0 {
		t.Errorf("an empty server: %v %v %v", list, problems, err)
	}
	mustCreate(t, l, numbered(12), numbered(2), numbered(7))
	l.engine.Reset()
	list, problems, err := l.ListScopes(t.Context())
	if err != nil || len(problems) != 0 || len(list) != 3 || !list[0].Equal(numbered(2)) || !list[2].Equal(numbered(12)) {
		t.Errorf("%v %v %v", list, problems, err)
	}
	if n := l.engine.Processes(); n > 2 {
		t.Errorf("%d processes", n)
	}
	// Between the first look and its own options one scope breaks, and another one goes.
	l.engine.Before(func(c engine.Call) {
		if c.Cmdlet != "Get-DhcpServerv4OptionValue" {
			return
		}
		switch c.Params["ScopeId"] {
		case ip("10.2.0.0"):
			l.invoke(t, "Remove-DhcpServerv4Scope", map[string]any{"ScopeId": []any{"10.2.0.0"}})
		case ip("10.7.0.0"):
			l.server.StopService()
		case ip("10.12.0.0"):
			l.server.StartService()
		}
	})
	list, problems, err = l.ListScopes(t.Context())
	if err != nil || len(list) != 1 || list[0].ID() != ip("10.12.0.0") || len(problems) != 1 || problems[0].ID != ip("10.7.0.0") {
		t.Errorf("%v %v %v", list, problems, err)
	}
	_ = wantKind(t, problems[0].Err, KindServiceStopped)
}
