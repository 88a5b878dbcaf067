package windows

import (
	"context"
	"fmt"
	"net/netip"
	"strings"
	"testing"
	"time"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/dhcp"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/windows/cmdlet"
)

// phones is a policy of the office scope with everything that one can have.
func phones() Policy {
	return Policy{
		PolicyKey: PolicyKey{ip("10.1.0.0"), "Phones 'ä' $(x)"}, Description: "desk phones", Enabled: true, All: true, Order: 1,
		Conditions: []PolicyCondition{
			{"MacAddress", "EQ", []string{"02-1F-3B-*", "00155d*"}},
			{"MacAddress", "NE", []string{"02:1f:3b:7c:b7:89"}},
			{"VendorClass", "NE", []string{"Microsoft Windows 98 Options*"}},
			{"RelayAgent", "EQ", []string{"0a*"}},
		},
		Ranges: []dhcp.Range{pool("10.1.0.150", "10.1.0.159"), pool("10.1.0.100", "10.1.0.119")},
		Lease:  3600, DNSSuffix: "phones.lab.example",
	}
}

func TestPolicyLifecycle(t *testing.T) {
	l := newLab(t, 1)
	mustCreate(t, l, office())
	want := phones()
	made, err := l.CreatePolicy(t.Context(), want)
	if err != nil || !made.equal(want) {
		t.Fatalf("made %+v, %v", made, err)
	}
	if read, err := l.ReadPolicy(t.Context(), want.PolicyKey); err != nil || !read.equal(want) {
		t.Errorf("read %+v, %v", read, err)
	}
	_, err = l.CreatePolicy(t.Context(), want)
	_ = wantKind(t, err, KindExists)

	// Everything that can be unset is, kinds of conditions go and come, and the name changes.
	next := Policy{PolicyKey: PolicyKey{want.Scope, "Guests"}, Order: 1, Conditions: []PolicyCondition{{"Fqdn", "ISL", nil}, {"UserClass", "EQ", []string{"Default BOOTP Class"}}}}
	now, err := l.UpdatePolicy(t.Context(), want.PolicyKey, next)
	if err != nil || !now.equal(next) {
		t.Fatalf("updated %+v, %v", now, err)
	}
	back := want
	back.Name = "Again"
	if now, err = l.UpdatePolicy(t.Context(), next.PolicyKey, back); err != nil || !now.equal(back) {
		t.Fatalf("updated %+v, %v", now, err)
	}
	for range 2 {
		if err := l.DeletePolicy(t.Context(), back.PolicyKey); err != nil {
			t.Fatal(err)
		}
	}
	_, err = l.ReadPolicy(t.Context(), back.PolicyKey)
	_ = wantKind(t, err, KindNotFound)
	_, err = l.ReadPolicy(t.Context(), PolicyKey{ip("10.9.0.0"), "x"})
	_ = wantKind(t, err, KindNotFound)
}

// A policy of the server has no ranges, and its name may be that of a scope's policy.
func TestServerPolicy(t *testing.T) {
	l := newLab(t, 1)
	mustCreate(t, l, office())
	inScope, atServer := phones(), phones()
	atServer.PolicyKey, atServer.Ranges = PolicyKey{Name: inScope.Name}, nil
	for _, p := range []Policy{inScope, atServer} {
		if made, err := l.CreatePolicy(t.Context(), p); err != nil || !made.equal(p) {
			t.Fatalf("%+v, %v", made, err)
		}
	}
	for scope, want := range map[netip.Addr]Policy{{}: atServer, inScope.Scope: inScope} {
		list, err := l.ListPolicies(t.Context(), scope)
		if err != nil || len(list) != 1 || !list[0].equal(want) {
			t.Errorf("%v, %v", list, err)
		}
	}
	if err := l.DeletePolicy(t.Context(), atServer.PolicyKey); err != nil {
		t.Fatal(err)
	}
	if _, err := l.ReadPolicy(t.Context(), inScope.PolicyKey); err != nil {
		t.Error(err)
	}
}

// The calls of every change between two policies are ones that the server takes, and a
// change sends nothing that is not in it.
func TestPolicyPlans(t *testing.T) {
	base := phones()
	for _, c := range []struct {
		name string
		edit func(*Policy)
		want []string
	}{
		{"nothing", func(*Policy) {}, nil},
		{"other spelling", func(p *Policy) { p.Conditions[0].Values = []string{"00-15-5D-*", "021f3b*"} }, nil},
		{"one kind", func(p *Policy) { p.Conditions[3].Values = []string{"0b*"} }, []string{"Set-DhcpServerv4Policy -Name -RelayAgent -ScopeId"}},
		{"kind gone", func(p *Policy) { p.Conditions = p.Conditions[:3] }, []string{"Set-DhcpServerv4Policy -Name -RelayAgent -ScopeId"}},
		{"lease gone", func(p *Policy) { p.Lease = 0 }, []string{"Remove-DhcpServerv4OptionValue -OptionId -PolicyName -ScopeId"}},
		{"suffix gone", func(p *Policy) { p.DNSSuffix = "" }, []string{"Set-DhcpServerv4DnsSetting -DnsSuffix -PolicyName -ScopeId"}},
		{"order", func(p *Policy) { p.Order = 2 }, []string{"Set-DhcpServerv4Policy -Name -ProcessingOrder -ScopeId"}},
		{"order left to the server", func(p *Policy) { p.Order = 0 }, nil},
		{"range", func(p *Policy) {
			p.Ranges = []dhcp.Range{pool("10.1.0.100", "10.1.0.119"), pool("10.1.0.150", "10.1.0.160")}
		}, []string{
			"Remove-DhcpServerv4PolicyIPRange -EndRange -Name -ScopeId -StartRange", "Add-DhcpServerv4PolicyIPRange -EndRange -Name -ScopeId -StartRange",
		}},
	} {
		desired := phones()
		c.edit(&desired)
		var got []string
		for _, call := range planPolicyUpdate(base, desired) {
			if err := call.Check(); err != nil {
				t.Errorf("%s: %v", c.name, err)
			}
			got = append(got, call.String())
		}
		if fmt.Sprint(got) != fmt.Sprint(c.want) {
			t.Errorf("%s: %v", c.name, got)
		}
	}
	for _, call := range append(planPolicyAdd(base), planPolicyRemove(base.PolicyKey)...) {
		if err := call.Check(); err != nil {
			t.Error(err)
		}
	}
	drop := planPolicyUpdate(base, Policy{PolicyKey: base.PolicyKey, Conditions: base.Conditions[:1]})
	if v := drop[2].Args["RelayAgent"]; !v.Equal(cmdlet.Texts("")) {
		t.Errorf("a kind of condition is not taken away by an empty text: %v", v.Native())
	}
}

// A policy waits for those that must come before it: others of the same apply may be on
// their way. One that can never have its order is refused with the reason.
func TestPolicyOrder(t *testing.T) {
	waited := 0
	l := newLab(t, 1, func(c *Config) {
		sleep := c.Clock.Sleep
		c.Clock.Sleep = func(ctx context.Context, d time.Duration) error {
			if waited++; waited <= 2 {
				first := Policy{PolicyKey: PolicyKey{ip("10.1.0.0"), fmt.Sprint("P", waited)}, Order: int64(waited), Conditions: phones().Conditions[:1]}
				l := ctx.Value(labKey{}).(*lab)
				if _, err := l.CreatePolicy(ctx, first); err != nil {
					t.Error(err)
				}
			}
			return sleep(ctx, d)
		}
	})
	mustCreate(t, l, office())
	ctx := context.WithValue(t.Context(), labKey{}, l)
	third := Policy{PolicyKey: PolicyKey{ip("10.1.0.0"), "P3"}, Order: 3, Conditions: phones().Conditions[:1]}
	if made, err := l.CreatePolicy(ctx, third); err != nil || made.Order != 3 || waited != 2 {
		t.Errorf("%+v, %v after %d waits", made, err, waited)
	}
	third.PolicyKey.Name, third.Order = "Late", 9
	_, err := l.CreatePolicy(ctx, third)
	if e := wantKind(t, err, KindInvalid); !strings.Contains(e.Message, "order 9 is higher than the 4") {
		t.Error(e.Message)
	}
}

// labKey is the key of the lab in a context.
type labKey struct{}

// What cannot be finished is taken away again.
func TestPolicyIsNotLeftHalfMade(t *testing.T) {
	l := newLab(t, 1)
	mustCreate(t, l, office())
	p := phones()
	p.Ranges = append(p.Ranges, pool("10.1.0.240", "10.1.0.249")) // outside the pool
	_, err := l.CreatePolicy(t.Context(), p)
	_ = wantKind(t, err, KindInvalid)
	_, err = l.ReadPolicy(t.Context(), p.PolicyKey)
	_ = wantKind(t, err, KindNotFound)
	l.failWrites(lostAfter)
	if made, err := l.CreatePolicy(t.Context(), phones()); err != nil || made == nil {
		t.Errorf("%+v, %v", made, err)
	}
}

func TestPolicyIsReplicated(t *testing.T) {
	l := newLab(t, 2)
	mustCreate(t, l, office())
	l.invoke(t, "Add-DhcpServerv4Failover", map[string]any{"Name": "pair", "ScopeId": []any{"10.1.0.0"}, "PartnerServer": "DHCP2"})
	if _, err := l.CreatePolicy(t.Context(), phones()); err != nil {
		t.Fatal(err)
	}
	if there, err := l.other(t).ReadPolicy(t.Context(), phones().PolicyKey); err != nil || len(there.Ranges) != 2 {
		t.Errorf("on the partner: %+v, %v", there, err)
	}
}
