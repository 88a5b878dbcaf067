package kea

import (
	"context"
	"fmt"
	"sync"
)

// Client manages one Kea server, or the peers of a pair, which it keeps alike.
type Client struct {
	config Config
	peers  []*peer

	mu      sync.Mutex
	editors map[Family]*editor
	// warned are the warnings that the user was given.
	warned map[Warning]bool
}

// New makes a client. Nothing is sent before it is asked for something.
func New(config Config) (*Client, error) {
	config = config.withDefaults()
	if err := config.Check(); err != nil {
		return nil, err
	}
	client := &Client{config: config, editors: map[Family]*editor{}, warned: map[Warning]bool{}}
	for _, endpoint := range config.Endpoints {
		p, err := newPeer(endpoint, config)
		if err != nil {
			return nil, err
		}
		client.peers = append(client.peers, p)
	}
	return client, nil
}

// Close ends the connections.
func (c *Client) Close() {
	for _, p := range c.peers {
		p.http.CloseIdleConnections()
	}
}

// Mode is the mode that the user asked for.
func (c *Client) Mode() Mode { return c.config.Mode }

// first is the daemon that reads are served from.
func (c *Client) first(family Family) *service { return c.peers[0].service(family) }

func (c *Client) services(family Family) []*service {
	services := make([]*service, 0, len(c.peers))
	for _, p := range c.peers {
		services = append(services, p.service(family))
	}
	return services
}

func (c *Client) editor(family Family) *editor {
	c.mu.Lock()
	defer c.mu.Unlock()
	e, found := c.editors[family]
	if !found {
		e = &editor{client: c, family: family}
		c.editors[family] = e
	}
	return e
}

// change carries out one edit, together with whatever others arrive at the same time.
func (c *Client) change(ctx context.Context, family Family, e *edit) (Warning, error) {
	return c.editor(family).submit(ctx, e)
}

// Warning is something that the user should know about a change that was made; the zero
// value when there is nothing.
type Warning struct{ Summary, Detail string }

// adopted says that a creation found its object. An apply that was broken off leaves
// objects behind that no state knows; refused, they would have to be imported one by one.
func adopted(what string) Warning {
	return Warning{"The object existed already", fmt.Sprintf("The server had the %s exactly as it is configured here, as an apply that was broken off leaves it. It is managed from now on.", what)}
}

// firstWarning lets a warning through once: a batch of a thousand changes has one cause.
func (c *Client) firstWarning(w Warning) Warning {
	c.mu.Lock()
	defer c.mu.Unlock()
	if w == (Warning{}) || c.warned[w] {
		return Warning{}
	}
	c.warned[w] = true
	return w
}
