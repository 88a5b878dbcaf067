package windows

import (
	"context"
	"net/netip"
	"slices"
)

func scopeObject(id netip.Addr) string { return "scope " + id.String() }

// scopeQueries are the reads that make up a scope.
func scopeQueries(id netip.Addr) []query {
	return []query{scopes.one(id), exclusions.one(id), optionsV4.atScopes.one(id), relationships.all()}
}

// ReadScope reads a scope. A scope that does not exist is an error of KindNotFound.
func (c *Client) ReadScope(ctx context.Context, id netip.Addr) (*Scope, error) {
	answers, err := c.read(ctx, scopeQueries(id)...)
	if err != nil {
		return nil, asError(err).about(scopeObject(id))
	}
	return c.scopeFrom(id, answers)
}

// scopeFrom makes a scope from the answers to scopeQueries.
func (c *Client) scopeFrom(id netip.Addr, answers []answer) (*Scope, error) {
	if err := firstError(answers); err != nil {
		return nil, asError(err).about(scopeObject(id))
	}
	if len(answers) != 4 || len(answers[0].rows) != 1 {
		return nil, &Error{Kind: KindProtocol, Object: scopeObject(id), Server: c.config.Server, Message: "the server answered neither with the scope nor with an error"}
	}
	s, err := decodeScope(answers[0].rows[0], answers[1].rows, answers[2].rows, answers[3].rows)
	if err != nil {
		return nil, c.undecodable(scopeObject(id), err)
	}
	return &s, nil
}

// ScopeProblem is a scope that could not be read, and why.
type ScopeProblem struct {
	ID  netip.Addr
	Err error
}

// ListScopes reads all scopes of the server, sorted by address. A scope that cannot be
// read does not stop the others: it is among the problems.
func (c *Client) ListScopes(ctx context.Context) ([]Scope, []ScopeProblem, error) {
	head, err := c.read(ctx, scopes.all(), exclusions.all(), relationships.all())
	if err == nil {
		err = firstError(head)
	}
	if err != nil {
		return nil, nil, asError(err).about("list of scopes")
	}
	byScope := map[netip.Addr][]Row{}
	for _, row := range head[1].rows {
		d := decoder{row: row}
		id := d.addr("ScopeId")
		byScope[id] = append(byScope[id], row)
	}
	ids, queries := make([]netip.Addr, len(head[0].rows)), make([]query, len(head[0].rows))
	for i, row := range head[0].rows {
		d := decoder{row: row}
		ids[i] = d.addr("ScopeId")
		queries[i] = optionsV4.atScopes.one(ids[i])
		if d.err != nil {
			return nil, nil, c.undecodable("list of scopes", d.err)
		}
	}
	options, err := c.read(ctx, queries...)
	if err != nil {
		return nil, nil, asError(err).about("list of scopes")
	}
	found, problems := []Scope{}, []ScopeProblem{}
	for i, id := range ids {
		s, err := c.scopeFrom(id, []answer{{rows: head[0].rows[i : i+1]}, {rows: byScope[id]}, options[i], head[2]})
		switch {
		case err == nil:
			found = append(found, *s)
		case !IsNotFound(err): // gone since the list was made
			problems = append(problems, ScopeProblem{id, err})
		}
	}
	sortScopes(found)
	slices.SortFunc(problems, func(a, b ScopeProblem) int { return a.ID.Compare(b.ID) })
	return found, problems, nil
}
