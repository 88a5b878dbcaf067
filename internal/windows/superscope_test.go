package windows

import (
	"net/netip"
	"strings"
	"testing"
)

func TestSuperscopeLifecycle(t *testing.T) {
	l := newLab(t, 1)
	mustCreate(t, l, numbered(1), numbered(2), numbered(3))
	one, two, three := ip("10.1.0.0"), ip("10.2.0.0"), ip("10.3.0.0")
	made, err := l.CreateSuperscope(t.Context(), Superscope{Name: "Campus", Scopes: []netip.Addr{two, one}})
	if err != nil || len(made.Scopes) != 2 || made.Scopes[0] != one {
		t.Fatalf("%+v, %v", made, err)
	}
	now, err := l.UpdateSuperscope(t.Context(), "Campus", Superscope{Name: "Site 'ä'", Scopes: []netip.Addr{three, two}})
	if err != nil || now.Name != "Site 'ä'" || len(now.Scopes) != 2 || now.Scopes[1] != three {
		t.Fatalf("%+v, %v", now, err)
	}
	_, err = l.ReadSuperscope(t.Context(), "Campus")
	_ = wantKind(t, err, KindNotFound)
	// Another administrator's member survives, and with it the superscope.
	l.invoke(t, "Add-DhcpServerv4Superscope", map[string]any{"SuperscopeName": "Site 'ä'", "ScopeId": []any{"10.1.0.0"}})
	for range 2 {
		if err := l.DeleteSuperscope(t.Context(), *now); err != nil {
			t.Fatal(err)
		}
	}
	left, err := l.ReadSuperscope(t.Context(), "Site 'ä'")
	if err != nil || len(left.Scopes) != 1 || left.Scopes[0] != one {
		t.Errorf("%+v, %v", left, err)
	}
}

func TestSuperscopeRefusals(t *testing.T) {
	l := newLab(t, 1)
	mustCreate(t, l, numbered(1), numbered(2))
	l.invoke(t, "Add-DhcpServerv4Superscope", map[string]any{"SuperscopeName": "Old", "ScopeId": []any{"10.1.0.0"}})
	for name, c := range map[string]struct {
		s    Superscope
		kind Kind
		want string
	}{
		"taken name":        {Superscope{"Old", []netip.Addr{ip("10.2.0.0")}}, KindExists, "10.1.0.0"},
		"member of another": {Superscope{"New", []netip.Addr{ip("10.2.0.0"), ip("10.1.0.0")}}, KindConflict, `the scope 10.1.0.0 is in the superscope "Old"`},
		"no such scope":     {Superscope{"New", []netip.Addr{ip("10.2.0.0"), ip("10.9.0.0")}}, KindNotFound, "10.9.0.0"},
	} {
		_, err := l.CreateSuperscope(t.Context(), c.s)
		if e := wantKind(t, err, c.kind); !strings.Contains(e.Message, c.want) {
			t.Errorf("%s: %s", name, e.Message)
		}
	}
	if n := l.count("Add-DhcpServerv4Superscope"); n != 0 {
		t.Errorf("%d calls were tried", n)
	}
}

// The superscope keeps a member at each step, names each scope that leaves, and every
// joining can be taken back.
func TestSuperscopePlan(t *testing.T) {
	in := map[netip.Addr]string{ip("10.1.0.0"): "A", ip("10.2.0.0"): "A", ip("10.3.0.0"): ""}
	calls, changed := planSuperscope("A", Superscope{"B", []netip.Addr{ip("10.3.0.0")}}, in)
	want := []string{
		"Rename-DhcpServerv4Superscope -Name -NewName", "Add-DhcpServerv4Superscope -ScopeId -SuperscopeName",
		"Remove-DhcpServerv4Superscope -ScopeId -SuperscopeName", "Remove-DhcpServerv4Superscope -ScopeId -SuperscopeName",
	}
	if len(calls) != len(want) || len(changed) != 3 {
		t.Fatalf("%v, %v", calls, changed)
	}
	for i, call := range calls {
		if err := call.Check(); err != nil || call.String() != want[i] {
			t.Errorf("%s, %v", call, err)
		}
	}
	if len(calls[1].Undo) != 1 {
		t.Error("joining cannot be taken back")
	}
	if calls, _ := planSuperscope("A", Superscope{"A", []netip.Addr{ip("10.1.0.0"), ip("10.2.0.0")}}, in); len(calls) != 0 {
		t.Errorf("%v for no change", calls)
	}
}

func TestSuperscopeWithLostAnswer(t *testing.T) {
	l := newLab(t, 1)
	mustCreate(t, l, numbered(1))
	s := Superscope{"Campus", []netip.Addr{ip("10.1.0.0")}}
	l.failWrites(lostEarly)
	_, err := l.CreateSuperscope(t.Context(), s)
	_ = wantKind(t, err, KindUnknownOutcome)
	l.failWrites(lostAfter)
	if made, err := l.CreateSuperscope(t.Context(), s); err != nil || made == nil {
		t.Errorf("%+v, %v", made, err)
	}
	if n := l.count("Add-DhcpServerv4Superscope"); n != 1 {
		t.Errorf("added %d times", n)
	}
}

func TestSuperscopeIsReplicated(t *testing.T) {
	l := newLab(t, 2)
	mustCreate(t, l, numbered(1), numbered(2))
	l.invoke(t, "Add-DhcpServerv4Failover", map[string]any{"Name": "pair", "ScopeId": []any{"10.1.0.0", "10.2.0.0"}, "PartnerServer": "DHCP2"})
	before := l.Stats().Replications
	s := Superscope{"Campus", []netip.Addr{ip("10.1.0.0"), ip("10.2.0.0")}}
	if _, err := l.CreateSuperscope(t.Context(), s); err != nil {
		t.Fatal(err)
	}
	if n := l.Stats().Replications - before; n < 1 || n > 2 {
		t.Errorf("%d replications", n)
	}
	if there, err := l.other(t).ReadSuperscope(t.Context(), "Campus"); err != nil || len(there.Scopes) != 2 {
		t.Errorf("on the partner: %+v, %v", there, err)
	}
}
