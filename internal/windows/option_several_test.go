package windows

import (
	"slices"
	"testing"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/windows/winrm"
)

func TestSeveralOptionsOfALevel(t *testing.T) {
	l := newLab(t, 2)
	mustCreate(t, l, office())
	mustReserve(t, l, printer(50, 1))
	withPrefix(t, l)
	l.invoke(t, "Add-DhcpServerv4Class", map[string]any{"Name": "Lab", "Type": "User", "Data": "lab"})
	l.invoke(t, "Add-DhcpServerv4Policy", map[string]any{"Name": "phones", "Condition": "OR", "ScopeId": "10.1.0.0", "MacAddress": []any{"EQ", "AABBCC*"}})
	l.invoke(t, "Add-DhcpServerv4Failover", map[string]any{"Name": "pair", "ScopeId": []any{"10.1.0.0"}, "PartnerServer": "DHCP2"})
	for _, c := range []struct {
		level       OptionLevel
		text, other int64
		partner     bool
	}{
		{OptionLevel{Reserved: ip("10.1.0.50")}, 12, 42, true},
		{OptionLevel{Scope: ip("10.1.0.0"), Policy: "phones"}, 12, 42, true},
		{OptionLevel{Family: IPv6, Reserved: ip("2001:db8:0:1::20")}, 24, 31, false},
	} {
		kept, address := OptionKey{OptionLevel: c.level, ID: 28}, "10.0.0.1"
		if c.level.Family == IPv6 {
			kept.ID, address = 22, "2001:db8::1"
		}
		if _, err := l.SetOption(t.Context(), OptionValue{OptionKey: kept, Values: []string{address}}, OptionSet{New: "x"}); err != nil {
			t.Fatal(err)
		}
		want := OptionsChange{Set: map[int64][]string{c.text: {"a.example"}, c.other: {address}}}
		if now, err := l.SetOptions(t.Context(), c.level, want); err != nil || len(now) != 3 {
			t.Fatalf("%s: %v, %v", c.level, now, err)
		}
		// What stands already is not sent again, what was removed by hand is forgiven.
		writes := 0
		l.failing(func(cmd winrm.Command) fault {
			if !cmd.ReadOnly {
				writes++
			}
			return sound
		})
		if now, err := l.SetOptions(t.Context(), c.level, want); err != nil || len(now) != 3 || writes != 0 {
			t.Errorf("%s: %v, %v after %d writes", c.level, now, err, writes)
		}
		now, err := l.SetOptions(t.Context(), c.level, OptionsChange{Set: map[int64][]string{c.text: {"b.example"}}, Remove: []int64{c.other, 99}})
		if err != nil || len(now) != 2 || !slices.ContainsFunc(now, func(v OptionValue) bool { return v.Values[0] == "b.example" }) || writes != 1 {
			t.Errorf("%s: %v, %v after %d writes", c.level, now, err, writes)
		}
		l.failing(nil)
		if there, err := l.other(t).ListOptions(t.Context(), c.level); c.partner && (err != nil || len(there) != 2) {
			t.Errorf("%s on the partner: %v, %v", c.level, there, err)
		}
	}
}

// Nothing is sent when one of the values is refused; a lost answer is looked up.
func TestSeveralOptionsRefusedTogether(t *testing.T) {
	l := newLab(t, 1)
	mustCreate(t, l, office())
	mustReserve(t, l, printer(50, 1))
	level := OptionLevel{Reserved: ip("10.1.0.50")}
	for _, set := range []map[int64][]string{{12: {"a"}, 26: {"huge"}}, {12: {"a"}, 200: {"x"}}} {
		now, err := l.SetOptions(t.Context(), level, OptionsChange{Set: set})
		if _ = wantKind(t, err, KindInvalid); len(now) != 0 {
			t.Errorf("%v stands", now)
		}
	}
	_, err := l.SetOptions(t.Context(), OptionLevel{Reserved: ip("10.1.0.99")}, OptionsChange{Set: map[int64][]string{12: {"a"}}})
	_ = wantKind(t, err, KindNotFound)
	l.failWrites(lostEarly)
	_, err = l.SetOptions(t.Context(), level, OptionsChange{Set: map[int64][]string{12: {"a"}}})
	_ = wantKind(t, err, KindUnknownOutcome)
	l.failWrites(lostAfter)
	if now, err := l.SetOptions(t.Context(), level, OptionsChange{Set: map[int64][]string{12: {"a"}}}); err != nil || len(now) != 1 {
		t.Errorf("%v, %v", now, err)
	}
}
