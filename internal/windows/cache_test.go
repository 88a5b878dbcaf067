package windows

import (
	"context"
	"fmt"
	"net/netip"
	"testing"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/dhcp"
)

// cached is a kind of object that a snapshot serves, in the scope 10.1.0.0 or in
// 2001:db8:0:1::.
type cached struct {
	name string
	read func(context.Context, *Client) (any, error)
	// hand and args are what another administrator does to it, write what the client does.
	hand  string
	args  map[string]any
	write func(context.Context, *Client) error
}

// cachedObjects has one for each listing. Every change leads to another answer than before.
func cachedObjects() []cached {
	scope, v6 := office().ID(), labV6().Prefix
	named := func(name string) func(*Scope) { return func(s *Scope) { s.Name = name } }
	ofScope := OptionKey{OptionLevel: OptionLevel{Scope: scope}, ID: 42}
	ofServer := OptionKey{ID: 42}
	set := func(k OptionKey) func(context.Context, *Client) error {
		return func(ctx context.Context, c *Client) error {
			_, err := c.SetOption(ctx, OptionValue{OptionKey: k, Values: []string{"10.0.0.9"}}, OptionSet{})
			return err
		}
	}
	list := func(l OptionLevel) func(context.Context, *Client) (any, error) {
		return func(ctx context.Context, c *Client) (any, error) { return c.ListOptions(ctx, l) }
	}
	return []cached{
		{"scopes", func(ctx context.Context, c *Client) (any, error) {
			s, err := c.ReadScope(ctx, scope)
			return s.Name, err
		},
			"Set-DhcpServerv4Scope", map[string]any{"ScopeId": scope.String(), "Name": "By hand"},
			func(ctx context.Context, c *Client) error {
				_, err := c.UpdateScope(ctx, scope, named("Written"), ScopeUpdate{})
				return err
			}},
		{"exclusions", func(ctx context.Context, c *Client) (any, error) {
			s, err := c.ReadScope(ctx, scope)
			return s.Exclusions, err
		},
			"Add-DhcpServerv4ExclusionRange", map[string]any{"ScopeId": scope.String(), "StartRange": "10.1.0.60", "EndRange": "10.1.0.61"},
			func(ctx context.Context, c *Client) error {
				return c.CreateExclusion(ctx, Exclusion{Scope: scope, Range: pool("10.1.0.70", "10.1.0.71")})
			}},
		{"options of scopes", list(OptionLevel{Scope: scope}),
			"Set-DhcpServerv4OptionValue", map[string]any{"ScopeId": scope.String(), "OptionId": int64(42), "Value": []any{"10.0.0.8"}}, set(ofScope)},
		{"options of the server", list(OptionLevel{}),
			"Set-DhcpServerv4OptionValue", map[string]any{"OptionId": int64(42), "Value": []any{"10.0.0.8"}}, set(ofServer)},
		{"option definitions", func(ctx context.Context, c *Client) (any, error) {
			d, err := c.ReadDefinition(ctx, DefinitionKey{ID: 42})
			return *d, err
		},
			"Set-DhcpServerv4OptionDefinition", map[string]any{"OptionId": int64(42), "Description": "By hand"},
			func(ctx context.Context, c *Client) error {
				_, err := c.UpdateDefinition(ctx, DefinitionKey{ID: 42}, func(d *OptionDefinition) { d.Description = "Written" })
				return err
			}},
		{"classes", func(ctx context.Context, c *Client) (any, error) {
			cl, err := c.ReadClass(ctx, UserClass, "Lab")
			return *cl, err
		},
			"Set-DhcpServerv4Class", map[string]any{"Name": "Lab", "Type": "User", "Description": "By hand"},
			func(ctx context.Context, c *Client) error {
				_, err := c.UpdateClass(ctx, Class{Name: "Lab", Type: UserClass, Data: "lab", Description: "Written"})
				return err
			}},
		{"reservations", func(ctx context.Context, c *Client) (any, error) { return c.ListReservations(ctx, scope) },
			"Add-DhcpServerv4Reservation", map[string]any{"ScopeId": scope.String(), "IPAddress": "10.1.0.50", "ClientId": "02-00-00-00-00-50"},
			func(ctx context.Context, c *Client) error {
				_, err := c.CreateReservation(ctx, printer(51, 1))
				return err
			}},
		{"policies", func(ctx context.Context, c *Client) (any, error) {
			p, err := c.ReadPolicy(ctx, phones().PolicyKey)
			return p.Description, err
		}, "Set-DhcpServerv4Policy", map[string]any{"ScopeId": scope.String(), "Name": phones().Name, "Description": "By hand"},
			func(ctx context.Context, c *Client) error {
				p := phones()
				p.Description = "Written"
				_, err := c.UpdatePolicy(ctx, p.PolicyKey, p)
				return err
			}},
		{"failover relationships", func(ctx context.Context, c *Client) (any, error) {
			f, err := c.ReadFailover(ctx, "HS")
			return f.ReservePercent, err
		}, "Set-DhcpServerv4Failover", map[string]any{"Name": "HS", "ReservePercent": int64(7)},
			func(ctx context.Context, c *Client) error {
				f := standby("HS", "10.2.0.0")
				f.ReservePercent = 9
				_, err := c.UpdateFailover(ctx, f, SecretChange{})
				return err
			}},
		{"IPv6 scopes", func(ctx context.Context, c *Client) (any, error) {
			s, err := c.ReadScopeV6(ctx, v6)
			return s.Name, err
		},
			"Set-DhcpServerv6Scope", map[string]any{"Prefix": v6.String(), "Name": "By hand"},
			func(ctx context.Context, c *Client) error {
				s := labV6()
				s.Name = "Written"
				_, err := c.UpdateScopeV6(ctx, s)
				return err
			}},
		{"IPv6 exclusions", func(ctx context.Context, c *Client) (any, error) {
			a, err := c.read(ctx, exclusionsV6.one(v6))
			return len(a[0].rows), err
		},
			"Add-DhcpServerv6ExclusionRange", map[string]any{"Prefix": v6.String(), "StartRange": "2001:db8:0:1::10", "EndRange": "2001:db8:0:1::19"},
			func(ctx context.Context, c *Client) error {
				return c.CreateExclusionV6(ctx, ExclusionV6{Prefix: v6, Range: dhcp.Range{Start: netip.MustParseAddr("2001:db8:0:1::20"), End: netip.MustParseAddr("2001:db8:0:1::29")}})
			}},
	}
}

// TestEveryCacheShowsOthersChangesAndOwnWrites looks at each listing: what another
// administrator changes between two walks is seen by the second, and what the client
// writes is seen by the next read of the same walk.
func TestEveryCacheShowsOthersChangesAndOwnWrites(t *testing.T) {
	fromSnapshot := func(c *Config) { c.ReadMode = ReadSnapshot }
	l := newLab(t, 2, fromSnapshot)
	l.repeats.Store(true)
	mustCreate(t, l, office(), numbered(2))
	mustCreateV6(t, l, labV6())
	mustFailover(t, l, standby("HS", "10.2.0.0"))
	if _, err := l.CreatePolicy(t.Context(), phones()); err != nil {
		t.Fatal(err)
	}
	if _, err := l.CreateClass(t.Context(), Class{Name: "Lab", Type: UserClass, Data: "lab"}); err != nil {
		t.Fatal(err)
	}
	for _, c := range cachedObjects() {
		t.Run(c.name, func(t *testing.T) {
			read := func() string {
				t.Helper()
				got, err := c.read(t.Context(), l.Client)
				if err != nil {
					t.Fatal(err)
				}
				return fmt.Sprintf("%#v", got)
			}
			l.attach(t, fromSnapshot)
			before := read()
			l.invoke(t, c.hand, c.args)
			if read() != before {
				t.Error("the snapshot was not used") // what follows would prove nothing
			}
			l.attach(t, fromSnapshot)
			byHand := read()
			if byHand == before {
				t.Errorf("the next walk does not see what another administrator did: %s", byHand)
			}
			if err := c.write(t.Context(), l.Client); err != nil {
				t.Fatal(err)
			}
			if read() == byHand {
				t.Errorf("a read after the write does not see it: %s", byHand)
			}
		})
	}
}
