package kea

import (
	"context"
	"fmt"
	"strings"
)

// Network is a shared network's own settings: subnets on one link, between which the
// server chooses. Its subnets are members by their own Subnet.Network.
type Network struct {
	Name string
	Settings
}

// NetworkState is a shared network as it stands on the server.
type NetworkState struct {
	// Set holds what is set on the network itself, Effective what applies.
	Set, Effective Network
	// Subnets are the ids of its subnets.
	Subnets []uint32
}

func networkFrom(raw map[string]any) Network {
	return Network{Name: textOf(raw["name"]), Settings: settingsFrom(raw)}
}

func (d *document) networkState(raw map[string]any) NetworkState {
	own := make(map[string]any, len(raw))
	for key, value := range raw {
		own[key] = value
	}
	strip(own, d.tree)
	state := NetworkState{Set: networkFrom(own), Effective: networkFrom(raw), Subnets: []uint32{}}
	for _, subnet := range mapsOf(raw[d.family.subnetList()]) {
		state.Subnets = append(state.Subnets, uint32(numberOf(subnet["id"])))
	}
	return state
}

// Networks gives all shared networks in the server's order.
func (c *Client) Networks(ctx context.Context, family Family) ([]NetworkState, error) {
	d, err := c.first(family).document(ctx)
	if err != nil {
		return nil, err
	}
	states := []NetworkState{}
	for _, raw := range d.networks() {
		states = append(states, d.networkState(raw))
	}
	return states, nil
}

// Network gives the shared network with a name.
func (c *Client) Network(ctx context.Context, family Family, name string) (NetworkState, error) {
	at, err := c.listedNetwork(family, Network{Name: name}, dialect{}).read(ctx)
	if err != nil {
		return NetworkState{}, err
	}
	return at.document.networkState(at.raw), nil
}

// PeersWithoutNetwork names the peers of a pair that do not have a shared network as it is
// given; always none for a single server.
func (c *Client) PeersWithoutNetwork(ctx context.Context, family Family, n Network) ([]string, error) {
	return c.listedNetwork(family, n, dialect{}).differing(ctx)
}

// CreateNetwork adds a shared network without subnets.
func (c *Client) CreateNetwork(ctx context.Context, family Family, wanted Network) (Warning, error) {
	l, err := c.networkChange(ctx, family, wanted)
	if err != nil {
		return Warning{}, err
	}
	return l.create(ctx)
}

// UpdateNetwork changes the settings of a shared network. The subnet command hook has no
// command for that, so that the configuration is edited.
func (c *Client) UpdateNetwork(ctx context.Context, family Family, wanted Network) (Warning, error) {
	l, err := c.networkChange(ctx, family, wanted)
	if err != nil {
		return Warning{}, err
	}
	return l.change(ctx)
}

// DeleteNetwork removes a shared network that has no subnets; one that is gone is no error.
func (c *Client) DeleteNetwork(ctx context.Context, family Family, name string) (Warning, error) {
	return c.listedNetwork(family, Network{Name: name}, dialect{}).remove(ctx)
}

func (c *Client) networkChange(ctx context.Context, family Family, wanted Network) (*listed, error) {
	names, err := c.dialect(ctx, family)
	if err != nil {
		return nil, err
	}
	if !names.classLists && len(wanted.ClientClasses) > 1 {
		return nil, &Error{Kind: KindUnsupported, Endpoint: c.first(family).peer.endpoint, Text: "this version of Kea takes one client class per shared network", Advice: "Give one class, or upgrade to Kea 3.0."}
	}
	return c.listedNetwork(family, wanted, names), nil
}

func (c *Client) listedNetwork(family Family, wanted Network, names dialect) *listed {
	command := fmt.Sprintf("network%d-", family)
	return &listed{
		client: c, family: family, list: "shared-networks", what: fmt.Sprintf("shared network %q", wanted.Name), importID: family.Service() + "/" + wanted.Name,
		is: func(raw map[string]any) bool { return textOf(raw["name"]) == wanted.Name },
		merge: func(_ *document, raw map[string]any) {
			raw["name"] = wanted.Name
			wanted.Settings.merge(family, names, raw)
		},
		complete: func(d *document, raw map[string]any) { deriveLimits(raw, d.tree) },
		holds: func(d *document, raw map[string]any) bool {
			state := d.networkState(raw)
			return wanted.contains(family, state.Set.Settings, state.Effective.Settings)
		},
		exact: func(d *document, raw map[string]any) bool {
			state, whole := d.networkState(raw), wanted
			whole.Options = orEmpty(wanted.Options)
			return len(state.Subnets) == 0 && whole.contains(family, state.Set.Settings, state.Effective.Settings)
		},
		inUse: func(_ *document, raw map[string]any) error {
			subnets := mapsOf(raw[family.subnetList()])
			if len(subnets) == 0 {
				return nil
			}
			return &Error{Kind: KindInUse, Text: fmt.Sprintf("the shared network %q still has %d subnets: %s", wanted.Name, len(subnets), someTexts(subnets, "subnet")),
				Advice: "Take the subnets out of the network first: remove shared_network from them, or destroy them."}
		},
		add: command + "add", del: command + "del", name: wanted.Name,
	}
}

// someTexts names the first few of many objects.
func someTexts(objects []map[string]any, member string) string {
	const few = 5
	var names []string
	for _, raw := range objects[:min(few, len(objects))] {
		names = append(names, textOf(raw[member]))
	}
	if len(objects) > few {
		names = append(names, "…")
	}
	return strings.Join(names, ", ")
}
