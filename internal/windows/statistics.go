package windows

import (
	"context"
	"net/netip"
	"slices"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/windows/cmdlet"
)

// ScopeStatistics is how much of a scope is in use at a moment.
type ScopeStatistics struct {
	Scope           netip.Addr
	Superscope      string
	Free            int64 // addresses
	InUse           int64
	Reserved        int64
	PendingOffers   int64
	PercentageInUse float64
}

// ListScopeStatistics reads the figures of a scope, or those of all scopes in one call for
// the zero address, sorted by scope. They are never served from a snapshot.
func (c *Client) ListScopeStatistics(ctx context.Context, scope netip.Addr) ([]ScopeStatistics, error) {
	call := cmdlet.Call{Cmdlet: "Get-DhcpServerv4ScopeStatistics", Take: []string{
		"ScopeId", "SuperscopeName", "AddressesFree", "AddressesInUse", "ReservedAddress", "PendingOffers", "PercentageInUse",
	}}
	object := "statistics of the scopes"
	if scope.IsValid() {
		call.Args = cmdlet.Args{"ScopeId": addrList(scope)}
		object = "statistics of " + scopeObject(scope)
	}
	answers, err := c.read(ctx, ask(call))
	if err == nil {
		err = firstError(answers)
	}
	if err != nil {
		return nil, asError(err).about(object)
	}
	list := make([]ScopeStatistics, len(answers[0].rows))
	for i, row := range answers[0].rows {
		d := decoder{row: row}
		list[i] = ScopeStatistics{
			Scope: d.addr("ScopeId"), Superscope: d.text("SuperscopeName"), Free: d.number("AddressesFree"), InUse: d.number("AddressesInUse"),
			Reserved: d.number("ReservedAddress"), PendingOffers: d.number("PendingOffers"), PercentageInUse: d.real("PercentageInUse"),
		}
		if d.err != nil {
			return nil, c.undecodable(object, d.err)
		}
	}
	slices.SortFunc(list, func(a, b ScopeStatistics) int { return a.Scope.Compare(b.Scope) })
	return list, nil
}
