package windows

import (
	"cmp"
	"context"
	"fmt"
	"net/netip"
	"slices"
	"strings"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/dhcp"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/windows/cmdlet"
)

// PolicyKey names a policy: those of the server (the zero address) and of each scope have
// names of their own.
type PolicyKey struct {
	Scope netip.Addr
	Name  string
}

func (k PolicyKey) object() string {
	if k.Scope.IsValid() {
		return fmt.Sprintf("policy %q of scope %s", k.Name, k.Scope)
	}
	return fmt.Sprintf("policy %q of the server", k.Name)
}

// PolicyCondition compares one property of a client with values, and holds when any of
// them matches (EQ) or none does (NE).
type PolicyCondition struct {
	Kind string // one of PolicyConditionKinds
	// Operator is EQ or NE; for Fqdn also ISL (the name is a single label) and INSL, which
	// take no values.
	Operator string
	Values   []string
}

// PolicyConditionKinds are the properties of a client that a policy can look at, as the
// server's cmdlets name them.
var PolicyConditionKinds = []string{"VendorClass", "UserClass", "MacAddress", "ClientId", "RelayAgent", "CircuitId", "RemoteId", "SubscriberId", "Fqdn"}

// Policy gives clients that meet its conditions other settings, or addresses of its own
// ranges.
type Policy struct {
	PolicyKey
	Description string
	Enabled     bool
	All         bool  // all conditions must hold, not any one
	Order       int64 // of processing, from 1; 0 means the last
	Conditions  []PolicyCondition
	Ranges      []dhcp.Range       // of its scope's range, sorted; a policy of the server has none
	Lease       dhcp.LeaseDuration // 0: that of the scope
	DNSSuffix   string             // under which clients are registered; "" is none of its own
}

// normalized gives the form in which equal policies are equal.
func (p Policy) normalized() Policy {
	p.Ranges = slices.Clone(p.Ranges)
	dhcp.SortRanges(p.Ranges)
	p.Conditions = NormalizeConditions(p.Conditions)
	return p
}

// NormalizeConditions joins conditions of one kind and operator, writes each value in the
// server's form, and sorts all: neither order nor spelling means anything.
func NormalizeConditions(list []PolicyCondition) []PolicyCondition {
	byKind := map[[2]string][]string{}
	for _, c := range list {
		key := [2]string{c.Kind, strings.ToUpper(c.Operator)}
		values := byKind[key]
		for _, v := range c.Values {
			values = append(values, conditionValue(c.Kind, v))
		}
		byKind[key] = values
	}
	out := make([]PolicyCondition, 0, len(byKind))
	for key, values := range byKind {
		slices.Sort(values)
		out = append(out, PolicyCondition{Kind: key[0], Operator: key[1], Values: slices.Compact(values)})
	}
	slices.SortFunc(out, func(a, b PolicyCondition) int {
		return cmp.Or(cmp.Compare(slices.Index(PolicyConditionKinds, a.Kind), slices.Index(PolicyConditionKinds, b.Kind)), cmp.Compare(a.Operator, b.Operator))
	})
	return out
}

// ComparesBytes tells whether the values of a kind of condition are bytes in hexadecimal.
func ComparesBytes(kind string) bool {
	return kind != "VendorClass" && kind != "UserClass" && kind != "Fqdn"
}

func conditionValue(kind, text string) string {
	if !ComparesBytes(kind) {
		return text
	}
	p, err := dhcp.ParseBytePattern(text)
	if err != nil {
		return text
	}
	return p.String()
}

// operands are the conditions of a kind as its parameter takes them: each operator before
// its values. nil when there are none.
func (p Policy) operands(kind string) []string {
	var out []string
	for _, c := range p.Conditions {
		if c.Kind == kind {
			out = append(append(out, c.Operator), c.Values...)
		}
	}
	return out
}

// has tells whether a policy has a condition of a kind.
func (p Policy) has(kind string) bool { return len(p.operands(kind)) > 0 }

// equal tells whether two policies are the same in everything that can be set.
func (p Policy) equal(o Policy) bool {
	p, o = p.normalized(), o.normalized()
	same := p.PolicyKey == o.PolicyKey && p.Description == o.Description && p.Enabled == o.Enabled && p.All == o.All && p.Lease == o.Lease && p.DNSSuffix == o.DNSSuffix
	return same && (p.Order == o.Order || p.Order == 0 || o.Order == 0) && slices.Equal(p.Ranges, o.Ranges) &&
		slices.EqualFunc(p.Conditions, o.Conditions, func(a, b PolicyCondition) bool {
			return a.Kind == b.Kind && a.Operator == b.Operator && slices.Equal(a.Values, b.Values)
		})
}

var policyColumns = append([]string{"Name", "Description", "ScopeId", "Enabled", "Condition", "ProcessingOrder", "LeaseDuration"}, PolicyConditionKinds...)

// policies and policyRanges read what stands at a scope. The policies of the server have
// a call of their own, which does not show those of scopes.
var (
	policies = &listing{
		name: "policies", owner: "ScopeId", owners: scopes,
		of: func(scope netip.Addr) cmdlet.Call {
			return cmdlet.Call{Cmdlet: "Get-DhcpServerv4Policy", Args: cmdlet.Args{"ScopeId": addr(scope)}, Take: policyColumns}
		},
	}
	policyRanges = &listing{
		name: "ranges of policies", owner: "ScopeId", owners: scopes,
		of: func(scope netip.Addr) cmdlet.Call {
			return cmdlet.Call{Cmdlet: "Get-DhcpServerv4PolicyIPRange", Args: cmdlet.Args{"ScopeId": addr(scope)}, Take: []string{"Name", "StartRange", "EndRange"}}
		},
	}
)

// policiesAt are the reads of all policies of a level: the policies, then at a scope
// their ranges and the relationships.
func policiesAt(scope netip.Addr) []query {
	if !scope.IsValid() {
		return []query{ask(cmdlet.Call{Cmdlet: "Get-DhcpServerv4Policy", Take: policyColumns})}
	}
	return []query{policies.one(scope), policyRanges.one(scope), relationships.all()}
}

// suffixOf reads the DNS suffix of a policy, which is one of its DNS settings.
func suffixOf(k PolicyKey) query {
	return ask(cmdlet.Call{Cmdlet: "Get-DhcpServerv4DnsSetting", Args: k.args("PolicyName"), Take: []string{"DnsSuffix"}, Tolerate: []string{"DHCP 20111"}})
}

// args name a policy; name is the parameter that its name goes to.
func (k PolicyKey) args(name string) cmdlet.Args {
	args := cmdlet.Args{name: cmdlet.Text(k.Name)}
	if k.Scope.IsValid() {
		args["ScopeId"] = addr(k.Scope)
	}
	return args
}

// decodePolicy makes a policy from its row and the ranges of its scope. The DNS suffix is
// not in them.
func decodePolicy(scope netip.Addr, row Row, ranges []Row) (Policy, error) {
	d := decoder{row: row}
	p := Policy{
		PolicyKey: PolicyKey{scope, d.text("Name")}, Description: d.text("Description"), Enabled: d.flag("Enabled"),
		All: equalNames(d.text("Condition"), "AND"), Order: d.number("ProcessingOrder"), Lease: d.lease("LeaseDuration"),
	}
	for _, kind := range PolicyConditionKinds {
		p.Conditions = append(p.Conditions, readConditions(kind, d.texts(kind))...)
	}
	for _, row := range ranges {
		r := decoder{row: row}
		if r.text("Name") == p.Name {
			p.Ranges = append(p.Ranges, r.pool("StartRange", "EndRange"))
		}
		d.err = cmp.Or(d.err, r.err)
	}
	return p.normalized(), d.err
}

// readConditions reads the list of one kind: an operator, its values, and perhaps another
// operator with others.
func readConditions(kind string, texts []string) []PolicyCondition {
	var out []PolicyCondition
	for _, text := range texts {
		switch word := strings.ToUpper(text); {
		case word == "EQ" || word == "NE" || kind == "Fqdn" && (word == "ISL" || word == "INSL"):
			out = append(out, PolicyCondition{Kind: kind, Operator: word})
		case len(out) > 0 && text != "":
			last := &out[len(out)-1]
			last.Values = append(last.Values, text)
		}
	}
	return out
}

// policiesFrom decodes the answers to policiesAt, in processing order.
func (c *Client) policiesFrom(scope netip.Addr, answers []answer) ([]Policy, error) {
	object := "policies of the server"
	if scope.IsValid() {
		object = "policies of scope " + scope.String()
	}
	if err := firstError(answers); err != nil {
		return nil, asError(err).about(object)
	}
	var ranges []Row
	if scope.IsValid() {
		ranges = answers[1].rows
	}
	list := make([]Policy, len(answers[0].rows))
	for i, row := range answers[0].rows {
		var err error
		if list[i], err = decodePolicy(scope, row, ranges); err != nil {
			return nil, c.undecodable(object, err)
		}
	}
	slices.SortFunc(list, func(a, b Policy) int { return cmp.Compare(a.Order, b.Order) })
	return list, nil
}

// policyFrom makes a policy from the answers to policiesAt and suffixOf.
func (c *Client) policyFrom(k PolicyKey, answers []answer) (*Policy, []Policy, error) {
	if len(answers) == 0 {
		return nil, nil, &Error{Kind: KindProtocol, Object: k.object(), Server: c.config.Server, Message: "the policy could not be read"}
	}
	level, suffix := answers[:len(answers)-1], answers[len(answers)-1]
	list, err := c.policiesFrom(k.Scope, level)
	if err != nil {
		return nil, nil, asError(err).about(k.object())
	}
	i := slices.IndexFunc(list, func(p Policy) bool { return p.Name == k.Name })
	if i < 0 {
		return nil, list, c.missing(k.object(), "there is no policy of this name")
	}
	if suffix.err != nil {
		return nil, list, asError(suffix.err).about(k.object())
	}
	p := list[i]
	for _, row := range suffix.rows {
		d := decoder{row: row}
		p.DNSSuffix = d.text("DnsSuffix")
	}
	return &p, list, nil
}

// ReadPolicy reads a policy. One that does not exist is an error of KindNotFound, and so
// is one of a scope that does not.
func (c *Client) ReadPolicy(ctx context.Context, k PolicyKey) (*Policy, error) {
	answers, err := c.read(ctx, append(policiesAt(k.Scope), suffixOf(k))...)
	if err != nil {
		return nil, asError(err).about(k.object())
	}
	p, _, err := c.policyFrom(k, answers)
	return p, err
}

// ListPolicies reads the policies of a scope, or those of the server for the zero
// address, in processing order.
func (c *Client) ListPolicies(ctx context.Context, scope netip.Addr) ([]Policy, error) {
	answers, err := c.read(ctx, policiesAt(scope)...)
	if err != nil {
		return nil, asError(err).about("list of policies")
	}
	list, err := c.policiesFrom(scope, answers)
	if err != nil || len(list) == 0 {
		return list, err
	}
	queries := make([]query, len(list))
	for i, p := range list {
		queries[i] = suffixOf(p.PolicyKey)
	}
	suffixes, err := c.read(ctx, queries...)
	if err == nil {
		err = firstError(suffixes)
	}
	if err != nil {
		return nil, asError(err).about("list of policies")
	}
	for i, a := range suffixes {
		for _, row := range a.rows {
			d := decoder{row: row}
			list[i].DNSSuffix = d.text("DnsSuffix")
		}
	}
	return list, nil
}
