package windows

import (
	"context"
	"net/netip"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/windows/cmdlet"
)

// Binding says whether the server serves clients on one of its network interfaces.
type Binding struct {
	Interface string // its alias, such as Ethernet
	Bound     bool
	Address   netip.Addr // of the interface; read only
}

func bindingObject(alias string) string { return "binding of interface " + alias }

func bindingQuery() query {
	return ask(cmdlet.Call{Cmdlet: "Get-DhcpServerv4Binding", Take: []string{"InterfaceAlias", "BindingState", "IPAddress"}})
}

// bindingFrom finds an interface by its alias, without regard to case, as Windows does.
func (c *Client) bindingFrom(alias string, answers []answer, err error) (*Binding, error) {
	if err == nil {
		err = firstError(answers)
	}
	if err != nil {
		return nil, asError(err).about(bindingObject(alias))
	}
	for _, a := range answers {
		for _, row := range a.rows {
			d := decoder{row: row}
			if !equalNames(d.text("InterfaceAlias"), alias) {
				continue
			}
			b := &Binding{Interface: d.text("InterfaceAlias"), Bound: d.flag("BindingState")}
			if d.text("IPAddress") != "" {
				b.Address = d.addr("IPAddress")
			}
			if d.err != nil {
				return nil, c.undecodable(bindingObject(alias), d.err)
			}
			return b, nil
		}
	}
	return nil, c.missing(bindingObject(alias), "the server has no interface of this name with a static address")
}

// ReadBinding reads the binding of an interface. An interface that the server does not
// have is an error of KindNotFound.
func (c *Client) ReadBinding(ctx context.Context, alias string) (*Binding, error) {
	answers, err := c.read(ctx, bindingQuery())
	return c.bindingFrom(alias, answers, err)
}

// SetBinding binds the server to an interface, or takes it off.
func (c *Client) SetBinding(ctx context.Context, alias string, bound bool) (*Binding, error) {
	object := bindingObject(alias)
	unlock, err := c.locks.lock(ctx, "0 bindings")
	if err != nil {
		return nil, c.cancelled(ctx).about(object)
	}
	defer unlock()
	answers, err := c.readFresh(ctx, bindingQuery())
	current, err := c.bindingFrom(alias, answers, err)
	if err != nil || current.Bound == bound {
		return current, err
	}
	ch := change{object: object, back: []query{bindingQuery()}, steps: []cmdlet.Call{{
		Cmdlet: "Set-DhcpServerv4Binding", Args: cmdlet.Args{"InterfaceAlias": cmdlet.Texts(current.Interface), "BindingState": cmdlet.Bool(bound)},
	}}}
	r := c.write(ctx, ch)
	now, readErr := c.bindingFrom(alias, r.back, nil)
	return now, c.outcome(r, ch, now != nil && now.Bound == bound, readErr)
}
