package windows

import (
	"context"
	"fmt"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/dhcp"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/windows/cmdlet"
)

// MACFilter is an entry of the server's lists of hardware addresses. An address stands on
// one list at most. Windows does not copy the lists to a failover partner.
type MACFilter struct {
	Address     string // as dhcp.BytePattern writes it: AA-BB-CC-DD-EE-FF or AA-BB-CC-*
	List        FilterList
	Description string
}

// FilterList is the list that an entry stands on.
type FilterList string

// The lists: clients on Allow are served when that list is in force, those on Deny are
// not when that one is.
const (
	FilterAllow FilterList = "Allow"
	FilterDeny  FilterList = "Deny"
)

func filterObject(address string) string { return "MAC filter " + address }

var filters = &listing{
	name:  "MAC filters",
	whole: cmdlet.Call{Cmdlet: "Get-DhcpServerv4Filter", Take: []string{"MacAddress", "List", "Description"}},
}

func decodeFilter(row Row) (MACFilter, error) {
	d := decoder{row: row}
	f := MACFilter{List: word(d.text("List"), FilterAllow, FilterDeny), Description: d.text("Description")}
	p, err := dhcp.ParseMACPattern(d.text("MacAddress"))
	if err != nil {
		d.fail("MacAddress", "a MAC address")
	}
	f.Address = p.String()
	return f, d.err
}

// filterFrom finds an entry in the answer to the listing of filters.
func (c *Client) filterFrom(address string, answers []answer, err error) (*MACFilter, error) {
	if err == nil {
		err = firstError(answers)
	}
	if err != nil {
		return nil, asError(err).about(filterObject(address))
	}
	for _, a := range answers {
		for _, row := range a.rows {
			f, err := decodeFilter(row)
			if err != nil {
				return nil, c.undecodable(filterObject(address), err)
			}
			if f.Address == address {
				return &f, nil
			}
		}
	}
	return nil, c.missing(filterObject(address), "the address is on neither list")
}

// ReadMACFilter reads the entry of an address in the server's form.
func (c *Client) ReadMACFilter(ctx context.Context, address string) (*MACFilter, error) {
	answers, err := c.read(ctx, filters.all())
	return c.filterFrom(address, answers, err)
}

// HasFilters tells whether a list has any entry.
func (c *Client) HasFilters(ctx context.Context, list FilterList) (bool, error) {
	answers, err := c.read(ctx, filters.all())
	if err == nil {
		err = firstError(answers)
	}
	if err != nil {
		return false, asError(err).about("MAC filters")
	}
	for _, row := range answers[0].rows {
		d := decoder{row: row}
		if equalNames(d.text("List"), string(list)) {
			return true, nil
		}
	}
	return false, nil
}

// CreateMACFilter puts an address on a list. One that is on a list already is not moved.
func (c *Client) CreateMACFilter(ctx context.Context, f MACFilter) (*MACFilter, error) {
	return c.changeFilter(ctx, f, func(current *MACFilter) ([]cmdlet.Call, error) {
		if current != nil {
			return nil, c.found(filterObject(f.Address), "entry", f.Address, fmt.Sprintf("the address is on the list %s already", current.List), *current == f)
		}
		return []cmdlet.Call{planFilter(f)}, nil
	})
}

// UpdateMACFilter moves an entry to another list or changes its description.
func (c *Client) UpdateMACFilter(ctx context.Context, f MACFilter) (*MACFilter, error) {
	return c.changeFilter(ctx, f, func(current *MACFilter) ([]cmdlet.Call, error) {
		switch {
		case current == nil:
			return nil, c.missing(filterObject(f.Address), "the address is on neither list")
		case *current == f:
			return nil, nil
		}
		call := planFilter(f)
		call.Args["Force"] = cmdlet.Switch() // the only way to change an entry
		return []cmdlet.Call{call}, nil
	})
}

func planFilter(f MACFilter) cmdlet.Call {
	return cmdlet.Call{Cmdlet: "Add-DhcpServerv4Filter", Args: cmdlet.Args{
		"List": cmdlet.Text(string(f.List)), "MacAddress": cmdlet.Texts(f.Address), "Description": cmdlet.Text(f.Description),
	}}
}

func (c *Client) changeFilter(ctx context.Context, f MACFilter, plan func(current *MACFilter) ([]cmdlet.Call, error)) (*MACFilter, error) {
	object := filterObject(f.Address)
	unlock, err := c.locks.lock(ctx, "0 "+object)
	if err != nil {
		return nil, c.cancelled(ctx).about(object)
	}
	defer unlock()
	answers, err := c.readFresh(ctx, filters.all())
	current, err := c.filterFrom(f.Address, answers, err)
	if err != nil && !IsNotFound(err) {
		return nil, err
	}
	calls, err := plan(current)
	if err != nil {
		return orTakenOver(current, err)
	}
	if len(calls) == 0 {
		return current, nil
	}
	ch := change{object: object, steps: calls, back: []query{filters.all()}, touched: touched{}.list(filters)}
	r := c.write(ctx, ch)
	now, readErr := c.filterFrom(f.Address, r.back, nil)
	return now, c.outcome(r, ch, now != nil && *now == f, readErr)
}

// DeleteMACFilter takes an address off its list. Absence is success.
func (c *Client) DeleteMACFilter(ctx context.Context, address string) error {
	object := filterObject(address)
	unlock, err := c.locks.lock(ctx, "0 "+object)
	if err != nil {
		return c.cancelled(ctx).about(object)
	}
	defer unlock()
	ch := change{object: object, back: []query{filters.all()}, touched: touched{}.list(filters), steps: []cmdlet.Call{{
		Cmdlet: "Remove-DhcpServerv4Filter", Args: cmdlet.Args{"MacAddress": cmdlet.Texts(address)}, Tolerate: []string{"DHCP 20095"},
	}}}
	r := c.write(ctx, ch)
	_, readErr := c.filterFrom(address, r.back, nil)
	return c.outcome(r, ch, IsNotFound(readErr), readErr)
}

// FilterLists says which of the lists are in force.
type FilterLists struct{ Allow, Deny bool }

const filterListsObject = "lists of MAC filters"

func filterLists() query {
	return ask(cmdlet.Call{Cmdlet: "Get-DhcpServerv4FilterList", Take: []string{"Allow", "Deny"}})
}

func (c *Client) filterListsFrom(answers []answer, err error) (*FilterLists, error) {
	if err == nil {
		err = firstError(answers)
	}
	if err != nil {
		return nil, asError(err).about(filterListsObject)
	}
	if len(answers) != 1 || len(answers[0].rows) != 1 {
		return nil, &Error{Kind: KindProtocol, Object: filterListsObject, Server: c.config.Server, Message: "the server did not answer with their state"}
	}
	d := decoder{row: answers[0].rows[0]}
	lists := &FilterLists{Allow: d.flag("Allow"), Deny: d.flag("Deny")}
	if d.err != nil {
		return nil, c.undecodable(filterListsObject, d.err)
	}
	return lists, nil
}

// ReadFilterLists reads which lists are in force.
func (c *Client) ReadFilterLists(ctx context.Context) (*FilterLists, error) {
	return c.filterListsFrom(c.read(ctx, filterLists()))
}

// SetFilterLists puts lists in force, or out of it.
func (c *Client) SetFilterLists(ctx context.Context, lists FilterLists) (*FilterLists, error) {
	unlock, err := c.locks.lock(ctx, "0 "+filterListsObject)
	if err != nil {
		return nil, c.cancelled(ctx).about(filterListsObject)
	}
	defer unlock()
	ch := change{object: filterListsObject, back: []query{filterLists()}, steps: []cmdlet.Call{{
		Cmdlet: "Set-DhcpServerv4FilterList", Args: cmdlet.Args{"Allow": cmdlet.Bool(lists.Allow), "Deny": cmdlet.Bool(lists.Deny)},
	}}}
	r := c.write(ctx, ch)
	now, readErr := c.filterListsFrom(r.back, nil)
	return now, c.outcome(r, ch, now != nil && *now == lists, readErr)
}
