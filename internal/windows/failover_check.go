package windows

import (
	"context"
	"fmt"
	"net/netip"
	"strings"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/dhcp"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/windows/cmdlet"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/windows/script"
)

// wrongServer is the error of talking to the other half of a relationship than the
// configuration names: replication from there overwrites the good configuration with the
// old one, and a scope that leaves there is deleted here. nil when all is well, or when
// the names cannot tell.
func (c *Client) wrongServer(f Failover) *Error {
	if !dhcp.SameHostAsAny(c.config.Server, f.PartnerNames...) || dhcp.SameHostAsAny(c.config.Server, f.OwnNames...) {
		return nil
	}
	return &Error{
		Kind: KindWrongServer, Object: failoverObject(f.Name), Server: c.config.Server,
		Message: fmt.Sprintf("the host answers as %s, the partner of the server that it should be", strings.Join(f.OwnNames, ", ")),
		Advice:  "Nothing was changed. Look at the name resolution of the host in the provider's configuration, and at load balancers in between.",
	}
}

// checkPartner makes sure that a relationship is the one between this server and the
// partner wanted, seen from the right side.
func (c *Client) checkPartner(f Failover, partner string) *Error {
	if e := c.wrongServer(f); e != nil {
		return e
	}
	if partner == "" || dhcp.SameHostAsAny(partner, f.PartnerNames...) {
		return nil
	}
	e := &Error{
		Kind: KindWrongServer, Object: failoverObject(f.Name), Server: c.config.Server,
		Message: fmt.Sprintf("its partner is %s, not %s", f.Partner, partner),
		Advice:  "Nothing was changed. The relationship belongs to another pair of servers: choose another name, or correct partner_server.",
	}
	if dhcp.SameHostAsAny(partner, f.OwnNames...) {
		e.Message = fmt.Sprintf("the host that answers is itself %s, which should be the partner", partner)
		e.Advice = "Nothing was changed. The provider talks to the other server of the pair: correct its host, or partner_server."
	}
	return e
}

// CheckPartner tells whether this session's logon reaches a failover partner: it reads the
// partner's version from this server. A logon that is good for one machine only is an
// error of KindDoubleHop.
func (c *Client) CheckPartner(ctx context.Context, partner string) error {
	_, e := c.lookAtPartner(ctx, partner, cmdlet.Call{Cmdlet: "Get-DhcpServerVersion", Take: []string{"MajorVersion"}})
	return nilError(e)
}

// lookAtPartner reads the partner from this server: what every change of a relationship
// has Windows do under the caller's identity.
func (c *Client) lookAtPartner(ctx context.Context, partner string, call cmdlet.Call) ([]Row, *Error) {
	select {
	case c.slots <- struct{}{}:
		defer func() { <-c.slots }()
	case <-ctx.Done():
		return nil, c.cancelledWhile(ctx, phaseSlot)
	}
	if e := c.ready(ctx); e != nil {
		return nil, e
	}
	answers, err := c.runOn(ctx, partner, true, []script.Program{{ID: "partner", Steps: []cmdlet.Call{call}}})
	if err != nil {
		return nil, asError(err)
	}
	a := c.answerOf(answers["partner"])
	if a.err == nil {
		return a.rows, nil
	}
	e := *asError(a.err)
	e.Object = "failover partner " + partner
	switch e.Kind {
	case KindDenied:
		e.Kind, e.Advice = KindDoubleHop, adviceHop
	case KindServiceStopped:
		e.Kind = KindPartner
		e.Advice = "The partner does not answer: look at its name, its DHCP service, the network, and the firewall (TCP 135, the dynamic RPC ports and 647). " +
			"When all of that is well, it is the logon: " + adviceHop
	}
	return nil, &e
}

// diagnosed looks closer at an error of a call that had the server talk to its partner:
// the double hop often looks like a fault of the network.
func (c *Client) diagnosed(ctx context.Context, partner string, e *Error) *Error {
	if e == nil || e.Kind != KindServiceStopped && e.Kind != KindOther && e.Kind != KindPartner && e.Kind != KindDenied {
		return e
	}
	if err := c.CheckPartner(ctx, partner); KindOf(err) == KindDoubleHop {
		told := *e
		told.Kind, told.Advice = KindDoubleHop, adviceHop
		return &told
	}
	return e
}

// checkJoining refuses scopes that cannot join before anything is changed, and says why:
// the server's numbers do not tell. rows are the answers to scopes.all.
func (c *Client) checkJoining(ctx context.Context, partner string, ids []netip.Addr, rows []Row) *Error {
	subnets := map[netip.Addr]netip.Prefix{}
	kinds := map[netip.Addr]ScopeType{}
	for _, row := range rows {
		d := decoder{row: row}
		subnet := d.subnet("ScopeId", "SubnetMask")
		subnets[subnet.Addr()], kinds[subnet.Addr()] = subnet, word(d.text("Type"), ScopeDhcp, ScopeBootp, ScopeBoth)
	}
	refuse := func(kind Kind, id netip.Addr, message, advice string) *Error {
		return &Error{Kind: kind, Object: scopeObject(id), Server: c.config.Server, Message: message, Advice: advice}
	}
	for _, id := range ids {
		switch kind, exists := kinds[id]; {
		case !exists:
			return refuse(KindNotFound, id, "the scope does not exist on this server, so it cannot join a failover relationship", "Make the scope first.")
		case kind != ScopeDhcp:
			return refuse(KindInvalid, id, "the scope serves BOOTP clients (type "+string(kind)+"), and such scopes cannot be in a failover relationship", numbers["DHCP 20131"].advice)
		}
	}
	there, e := c.lookAtPartner(ctx, partner, cmdlet.Call{Cmdlet: "Get-DhcpServerv4Scope", Take: []string{"ScopeId", "SubnetMask"}})
	if e != nil && e.Kind == KindDoubleHop {
		return e
	}
	for _, row := range there { // without an answer the call itself will tell
		d := decoder{row: row}
		other := d.subnet("ScopeId", "SubnetMask")
		for _, id := range ids {
			if d.err == nil && other.Overlaps(subnets[id]) {
				return refuse(KindConflict, id, fmt.Sprintf("the partner %s already has the scope %s", partner, other),
					"Joining makes the scope on the partner, so it must not be there before: remove it there (Remove-DhcpServerv4Scope), or keep the partner's and remove this one.")
			}
		}
	}
	return nil
}
