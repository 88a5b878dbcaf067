package windows

import (
	"context"
	"net/netip"
	"slices"
	"strings"
)

// listRows reads one listing and decodes its rows in the order of the server.
func listRows[T any](ctx context.Context, c *Client, what string, q query, decode func(Row) (T, error)) ([]T, error) {
	answers, err := c.read(ctx, q)
	if err == nil {
		err = firstError(answers)
	}
	if err != nil {
		return nil, asError(err).about(what)
	}
	list := make([]T, len(answers[0].rows))
	for i, row := range answers[0].rows {
		if list[i], err = decode(row); err != nil {
			return nil, c.undecodable(what, err)
		}
	}
	return list, nil
}

// ListClasses reads all classes of the server.
func (c *Client) ListClasses(ctx context.Context) ([]Class, error) {
	return listRows(ctx, c, "list of classes", classes.all(), decodeClass)
}

// ListDefinitions reads the definitions of all options of a family, those of vendor
// classes too.
func (c *Client) ListDefinitions(ctx context.Context, family Family) ([]OptionDefinition, error) {
	listing := family.options().definitions
	list, err := listRows(ctx, c, "list of "+listing.name, listing.all(), func(row Row) (OptionDefinition, error) { return decodeDefinition(family, row) })
	slices.SortStableFunc(list, func(a, b OptionDefinition) int {
		if a.VendorClass != b.VendorClass {
			return strings.Compare(a.VendorClass, b.VendorClass)
		}
		return int(a.ID - b.ID)
	})
	return list, err
}

// ListMACFilters reads the entries of both lists.
func (c *Client) ListMACFilters(ctx context.Context) ([]MACFilter, error) {
	return listRows(ctx, c, "MAC filters", filters.all(), decodeFilter)
}

// ListMulticastNames reads the names of all multicast scopes.
func (c *Client) ListMulticastNames(ctx context.Context) ([]string, error) {
	return listRows(ctx, c, "list of multicast scopes", multicastScopes.all(), textOf("Name"))
}

// ListInterfaces reads the aliases of the interfaces that the server can be bound to.
func (c *Client) ListInterfaces(ctx context.Context) ([]string, error) {
	return listRows(ctx, c, "list of bindings", bindingQuery(), textOf("InterfaceAlias"))
}

// ListAuthorizations reads the servers that the directory lists.
func (c *Client) ListAuthorizations(ctx context.Context) ([]Authorization, error) {
	return listRows(ctx, c, "list of authorized servers", authorizationQuery(), func(row Row) (Authorization, error) {
		d := decoder{row: row}
		a := Authorization{DNSName: d.text("DnsName"), Address: d.addr("IPAddress")}
		return a, d.err
	})
}

func textOf(property string) func(Row) (string, error) {
	return func(row Row) (string, error) {
		d := decoder{row: row}
		text := d.text(property)
		return text, d.err
	}
}

// ListSuperscopes reads all superscopes with their members, sorted by name.
func (c *Client) ListSuperscopes(ctx context.Context) ([]Superscope, error) {
	in, err := c.superscopesOf(c.read(ctx, scopes.all()))
	if err != nil {
		return nil, asError(err).about("list of superscopes")
	}
	var names []string
	for _, name := range in {
		if name != "" && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	list := make([]Superscope, len(names))
	for i, name := range names {
		list[i] = Superscope{Name: name, Scopes: membersOf(name, in)}
	}
	return list, nil
}

// ListReservationsV6 reads the reservations of all IPv6 scopes, sorted by address.
func (c *Client) ListReservationsV6(ctx context.Context) ([]ReservationV6, error) {
	list, err := listInScopesV6(ctx, c, "list of IPv6 reservations", reservationsV6, c.reservationsV6From)
	slices.SortFunc(list, func(a, b ReservationV6) int { return a.Address.Compare(b.Address) })
	return list, err
}

// ListExclusionsV6 reads the exclusions of all IPv6 scopes, sorted by address.
func (c *Client) ListExclusionsV6(ctx context.Context) ([]ExclusionV6, error) {
	list, err := listInScopesV6(ctx, c, "list of IPv6 exclusions", exclusionsV6, func(object string, answers []answer, err error) ([]ExclusionV6, error) {
		ranges, err := c.exclusionsV6From(object, answers, err)
		out := make([]ExclusionV6, len(ranges))
		for i, r := range ranges {
			out[i] = ExclusionV6{Prefix: prefixV6Of(r.Start), Range: r}
		}
		return out, err
	})
	slices.SortFunc(list, func(a, b ExclusionV6) int { return a.Range.Start.Compare(b.Range.Start) })
	return list, err
}

// listInScopesV6 reads what every IPv6 scope has of a kind. A scope that has gone since
// the list of scopes was read has nothing.
func listInScopesV6[T any](ctx context.Context, c *Client, what string, l *listing, from func(string, []answer, error) ([]T, error)) ([]T, error) {
	prefixes, err := c.ListScopesV6(ctx)
	if err != nil || len(prefixes) == 0 {
		return nil, err
	}
	queries := make([]query, len(prefixes))
	for i, s := range prefixes {
		queries[i] = l.one(s.Prefix)
	}
	answers, err := c.read(ctx, queries...)
	if err != nil {
		return nil, asError(err).about(what)
	}
	var all []T
	for i, a := range answers {
		list, err := from(what+" of "+prefixes[i].Prefix.String(), []answer{a}, nil)
		if err != nil && !IsNotFound(err) {
			return nil, err
		}
		all = append(all, list...)
	}
	return all, nil
}

// ListEveryPolicy reads the policies of the server and of every scope.
func (c *Client) ListEveryPolicy(ctx context.Context) ([]PolicyKey, error) {
	levels, err := c.scopeIDs(ctx, netip.Addr{})
	if err != nil {
		return nil, err
	}
	levels = append([]netip.Addr{{}}, levels...)
	var queries []query
	counts := make([]int, len(levels))
	for i, scope := range levels {
		at := policiesAt(scope)
		queries, counts[i] = append(queries, at...), len(at)
	}
	answers, err := c.read(ctx, queries...)
	if err != nil {
		return nil, asError(err).about("list of policies")
	}
	var all []PolicyKey
	for i, scope := range levels {
		list, err := c.policiesFrom(scope, answers[:counts[i]])
		answers = answers[counts[i]:]
		if err != nil && !IsNotFound(err) {
			return nil, err
		}
		for _, p := range list {
			all = append(all, p.PolicyKey)
		}
	}
	return all, nil
}

// ListEveryOption reads the values of the server, of every scope and of every reservation
// of a family, as ListOptions does those of one level.
func (c *Client) ListEveryOption(ctx context.Context, family Family) ([]OptionValue, error) {
	levels, err := c.everyLevel(ctx, family)
	if err != nil {
		return nil, err
	}
	var all []OptionValue
	// There is no call for all reservations: no more in one process than a command may take.
	for chunk := range slices.Chunk(levels, snapshotChunk) {
		list, err := c.optionsOf(ctx, chunk)
		if err != nil {
			return nil, err
		}
		all = append(all, list...)
	}
	return all, nil
}

// everyLevel lists the server, its scopes and their reservations.
func (c *Client) everyLevel(ctx context.Context, family Family) ([]OptionLevel, error) {
	levels := []OptionLevel{{Family: family}}
	if family == IPv6 {
		scopes, err := c.ListScopesV6(ctx)
		for _, s := range scopes {
			levels = append(levels, OptionLevel{Family: family, Scope: s.Prefix})
		}
		if err != nil {
			return nil, err
		}
		reserved, err := c.ListReservationsV6(ctx)
		for _, r := range reserved {
			levels = append(levels, OptionLevel{Family: family, Reserved: r.Address})
		}
		return levels, err
	}
	scopes, err := c.scopeIDs(ctx, netip.Addr{})
	for _, scope := range scopes {
		levels = append(levels, OptionLevel{Scope: scope})
	}
	if err != nil {
		return nil, err
	}
	reserved, err := c.ListReservations(ctx, netip.Addr{})
	for _, r := range reserved {
		levels = append(levels, OptionLevel{Reserved: r.Address})
	}
	return levels, err
}

// optionsOf reads the values of several levels. One that has gone meanwhile has none.
func (c *Client) optionsOf(ctx context.Context, levels []OptionLevel) ([]OptionValue, error) {
	queries := make([]query, len(levels))
	for i, l := range levels {
		queries[i] = optionsAt(l)
	}
	answers, err := c.read(ctx, queries...)
	if err != nil {
		return nil, asError(err).about("list of option values")
	}
	var all []OptionValue
	for i, a := range answers {
		list, err := c.optionsFrom(levels[i], a)
		if err != nil && !IsNotFound(err) {
			return nil, err
		}
		all = append(all, list...)
	}
	return all, nil
}
