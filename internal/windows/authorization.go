package windows

import (
	"context"
	"fmt"
	"net/netip"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/windows/cmdlet"
)

// Authorization is an entry of the directory's list of DHCP servers that may serve
// clients of the domain. Both properties are its identity.
type Authorization struct {
	DNSName string
	Address netip.Addr
}

func (a Authorization) object() string {
	return fmt.Sprintf("authorization of %s (%s)", a.DNSName, a.Address)
}

func authorizationQuery() query {
	return ask(cmdlet.Call{Cmdlet: "Get-DhcpServerInDC", Take: []string{"DnsName", "IPAddress"}})
}

func (c *Client) authorizationFrom(want Authorization, answers []answer, err error) (*Authorization, error) {
	if err == nil {
		err = firstError(answers)
	}
	if err != nil {
		return nil, asError(err).about(want.object())
	}
	for _, a := range answers {
		for _, row := range a.rows {
			d := decoder{row: row}
			found := Authorization{DNSName: d.text("DnsName"), Address: d.addr("IPAddress")}
			if d.err != nil {
				return nil, c.undecodable(want.object(), d.err)
			}
			if equalNames(found.DNSName, want.DNSName) && found.Address == want.Address {
				return &found, nil
			}
		}
	}
	return nil, c.missing(want.object(), "the directory does not list this server")
}

// ReadAuthorization looks for a server in the directory. One that is not there is an error
// of KindNotFound.
func (c *Client) ReadAuthorization(ctx context.Context, a Authorization) (*Authorization, error) {
	answers, err := c.read(ctx, authorizationQuery())
	return c.authorizationFrom(a, answers, err)
}

// CreateAuthorization lists a server in the directory. One that is there is not taken
// over, so that removing it stays with who added it. Name and address are both sent: with
// one alone the cmdlet may list another server than meant.
func (c *Client) CreateAuthorization(ctx context.Context, a Authorization) error {
	unlock, err := c.locks.lock(ctx, "0 authorizations")
	if err != nil {
		return c.cancelled(ctx).about(a.object())
	}
	defer unlock()
	answers, err := c.readFresh(ctx, authorizationQuery())
	switch _, err := c.authorizationFrom(a, answers, err); {
	case err == nil:
		return &Error{
			Kind: KindExists, Object: a.object(), Server: c.config.Server, Message: "the directory lists this server already",
			Advice: fmt.Sprintf("An existing entry is never taken over. Import it (id %s/%s), or remove it from the directory first.", a.DNSName, a.Address),
		}
	case !IsNotFound(err):
		return err
	}
	return c.writeAuthorization(ctx, a, "Add-DhcpServerInDC", true)
}

// DeleteAuthorization takes a server off the directory's list. Absence is success.
func (c *Client) DeleteAuthorization(ctx context.Context, a Authorization) error {
	unlock, err := c.locks.lock(ctx, "0 authorizations")
	if err != nil {
		return c.cancelled(ctx).about(a.object())
	}
	defer unlock()
	answers, err := c.readFresh(ctx, authorizationQuery())
	if _, err := c.authorizationFrom(a, answers, err); err != nil {
		if IsNotFound(err) {
			return nil
		}
		return err
	}
	return c.writeAuthorization(ctx, a, "Remove-DhcpServerInDC", false)
}

func (c *Client) writeAuthorization(ctx context.Context, a Authorization, name string, there bool) error {
	ch := change{object: a.object(), back: []query{authorizationQuery()}, steps: []cmdlet.Call{{
		Cmdlet: name, Args: cmdlet.Args{"DnsName": cmdlet.Text(a.DNSName), "IPAddress": addr(a.Address)},
	}}}
	r := c.write(ctx, ch)
	found, readErr := c.authorizationFrom(a, r.back, nil)
	return c.outcome(r, ch, (found != nil) == there && (found != nil || IsNotFound(readErr)), readErr)
}
