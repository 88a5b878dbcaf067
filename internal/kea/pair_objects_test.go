package kea

import (
	"context"
	"testing"
)

// TestPairRepairsLists lets one peer lose what both shall have of the configuration's lists
// and of its global level: the client names it, and an update brings it up to date.
func TestPairRepairsLists(t *testing.T) {
	ctx := context.Background()
	n, k := Network{Name: "n"}, Class{Name: "k"}
	o := OptionDefinition{Space: "dhcp4", Code: 230, Name: "o", Type: "string"}
	globals := Settings{Options: []Option{{Name: "domain-name", Data: "a.example"}}, RenewTimer: pointer(int64(100))}
	type object struct {
		create, update func(pair *Client) (Warning, error)
		differing      func(pair *Client) ([]string, error)
		lose           func(c *Client) (Warning, error)
	}
	objects := map[string]object{
		"network": {
			func(c *Client) (Warning, error) { return c.CreateNetwork(ctx, V4, n) }, func(c *Client) (Warning, error) { return c.UpdateNetwork(ctx, V4, n) },
			func(c *Client) ([]string, error) { return c.PeersWithoutNetwork(ctx, V4, n) }, func(c *Client) (Warning, error) { return c.DeleteNetwork(ctx, V4, n.Name) },
		},
		"class": {
			func(c *Client) (Warning, error) { return c.CreateClass(ctx, V4, k) }, func(c *Client) (Warning, error) { return c.UpdateClass(ctx, V4, k) },
			func(c *Client) ([]string, error) { return c.PeersWithoutClass(ctx, V4, k) }, func(c *Client) (Warning, error) { return c.DeleteClass(ctx, V4, k.Name) },
		},
		"definition": {
			func(c *Client) (Warning, error) { return c.CreateOptionDefinition(ctx, V4, o) }, func(c *Client) (Warning, error) { return c.UpdateOptionDefinition(ctx, V4, o) },
			func(c *Client) ([]string, error) { return c.PeersWithoutOptionDefinition(ctx, V4, o) }, func(c *Client) (Warning, error) { return c.DeleteOptionDefinition(ctx, V4, o.Space, o.Code) },
		},
		"globals": {
			func(c *Client) (Warning, error) { return c.SetGlobals(ctx, V4, globals, Settings{}, true) }, func(c *Client) (Warning, error) { return c.SetGlobals(ctx, V4, globals, globals, false) },
			func(c *Client) ([]string, error) { return c.PeersWithoutGlobals(ctx, V4, globals) }, func(c *Client) (Warning, error) { return c.SetGlobals(ctx, V4, Settings{}, globals, false) },
		},
	}
	for name, options := range pairModes {
		options.ClassCommands = true
		for kind, object := range objects {
			for lost := range 2 {
				t.Run(name+" "+kind+" "+itoa(lost), func(t *testing.T) {
					t.Parallel()
					servers, pair, each := labPair(t, options, nil)
					if _, err := object.create(pair); err != nil {
						t.Fatal(err)
					}
					none := func() {
						t.Helper()
						if got, err := object.differing(pair); err != nil || len(got) > 0 {
							t.Fatalf("differing: %v %v", got, err)
						}
					}
					none()
					if _, err := object.lose(each[lost]); err != nil {
						t.Fatal(err)
					}
					fresh, err := New(pair.config)
					if err != nil {
						t.Fatal(err)
					}
					defer fresh.Close()
					if got, err := object.differing(fresh); err != nil || len(got) != 1 || got[0] != servers[lost].URL() {
						t.Fatalf("differing: %v %v, want peer %d", got, err, lost)
					}
					if _, err := object.update(fresh); err != nil {
						t.Fatal(err)
					}
					pair = fresh
					none()
				})
			}
		}
	}
}
