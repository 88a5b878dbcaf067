package windows

import (
	"strings"
	"testing"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/dhcp"
)

func TestExclusionLifecycle(t *testing.T) {
	l := newLab(t, 1)
	mustCreate(t, l, office())
	x := Exclusion{ip("10.1.0.0"), pool("10.1.0.40", "10.1.0.49")}
	_ = wantKind(t, l.ReadExclusion(t.Context(), x), KindNotFound)
	if err := l.CreateExclusion(t.Context(), x); err != nil {
		t.Fatal(err)
	}
	if err := l.ReadExclusion(t.Context(), x); err != nil {
		t.Fatal(err)
	}
	for range 2 { // the second finds nothing
		if err := l.DeleteExclusion(t.Context(), x); err != nil {
			t.Fatal(err)
		}
	}
	s, err := l.ReadScope(t.Context(), x.Scope)
	if err != nil || !s.Equal(office()) {
		t.Errorf("the scope's other exclusions changed: %+v, %v", s, err)
	}
	if n := l.count("Remove-DhcpServerv4ExclusionRange"); n != 1 {
		t.Errorf("removed %d times", n)
	}
}

func TestExclusionRefusals(t *testing.T) {
	l := newLab(t, 1)
	mustCreate(t, l, office())
	for _, c := range []struct {
		r    dhcp.Range
		kind Kind
		want string
	}{
		{pool("10.1.0.20", "10.1.0.29"), KindTakenOver, "stood there already"},
		{pool("10.1.0.20", "10.1.0.29"), KindExists, "exists already"}, // it is managed now
		{pool("10.1.0.25", "10.1.0.35"), KindConflict, "overlaps the exclusion 10.1.0.20-10.1.0.29"},
		{pool("10.1.0.201", "10.1.1.3"), KindInvalid, "10.1.1.3 of the exclusion"},
	} {
		err := l.CreateExclusion(t.Context(), Exclusion{ip("10.1.0.0"), c.r})
		if e := wantKind(t, err, c.kind); !strings.Contains(e.Message, c.want) {
			t.Errorf("%s: %q", c.r, e.Message)
		}
	}
	_ = wantKind(t, l.CreateExclusion(t.Context(), Exclusion{ip("10.9.0.0"), pool("10.9.0.1", "10.9.0.2")}), KindNotFound)
	if err := l.DeleteExclusion(t.Context(), Exclusion{ip("10.9.0.0"), pool("10.9.0.1", "10.9.0.2")}); err != nil {
		t.Errorf("the exclusion of a scope that is gone: %v", err)
	}
	// Part of an exclusion is not an exclusion: nothing is removed.
	if err := l.DeleteExclusion(t.Context(), Exclusion{ip("10.1.0.0"), pool("10.1.0.20", "10.1.0.25")}); err != nil {
		t.Error(err)
	}
	if n := l.count("Remove-DhcpServerv4ExclusionRange"); n != 0 {
		t.Errorf("removed %d times", n)
	}
}

func TestExclusionWithLostAnswer(t *testing.T) {
	l := newLab(t, 1)
	mustCreate(t, l, office())
	x := Exclusion{ip("10.1.0.0"), pool("10.1.0.40", "10.1.0.49")}
	l.failWrites(lostEarly)
	_ = wantKind(t, l.CreateExclusion(t.Context(), x), KindUnknownOutcome)
	l.failWrites(lostAfter)
	if err := l.CreateExclusion(t.Context(), x); err != nil {
		t.Error(err)
	}
	if err := l.DeleteExclusion(t.Context(), x); err != nil {
		t.Error(err)
	}
	_ = wantKind(t, l.ReadExclusion(t.Context(), x), KindNotFound)
	l.failWrites(neverSent)
	_ = wantKind(t, l.CreateExclusion(t.Context(), x), KindUnreachable)
}
