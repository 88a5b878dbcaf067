package policy

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/dhcp"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/framework"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/windows"
)

const invalid = "Invalid DHCP policy"

// checker collects every mistake of one block, each with its path.
type checker struct {
	model
	diags *diag.Diagnostics
}

func (c *checker) refuse(at path.Path, err error) {
	if err != nil {
		framework.AddAttributeError(c.diags, at, invalid, err)
	}
}

// validate reports all mistakes of a configuration. What is not known yet is skipped.
func (m model) validate(ctx context.Context) diag.Diagnostics {
	var diags diag.Diagnostics
	c := &checker{model: m, diags: &diags}
	c.text("name", m.Name, func(t string) error { return dhcp.CheckName(t, dhcp.MaxText) })
	c.text("description", m.Description, func(t string) error { return dhcp.CheckText(t, dhcp.MaxText) })
	c.text("dns_suffix", m.DNSSuffix, dhcp.CheckDomain)
	fqdn := c.conditions(ctx)
	if !m.Ranges.IsNull() && len(m.Ranges.Elements()) > 0 {
		switch {
		case m.ScopeID.IsNull():
			c.refuse(path.Root("ranges"), errors.New("only a policy of a scope can have ranges: set scope_id, or leave ranges out"))
		case fqdn:
			c.refuse(path.Root("ranges"), errors.New("a policy with a condition on fqdn cannot have ranges: the server knows the name only once the client has an address"))
		}
		c.ranges(ctx)
	}
	return diags
}

func (c *checker) text(name string, v types.String, check func(string) error) {
	if !v.IsNull() && !v.IsUnknown() {
		c.refuse(path.Root(name), check(v.ValueString()))
	}
}

// conditions checks each condition, and that none is written twice. fqdn tells whether
// one looks at the host name.
func (c *checker) conditions(ctx context.Context) (fqdn bool) {
	at := path.Root("conditions")
	if c.Conditions.IsUnknown() || c.Conditions.IsNull() {
		return false
	}
	seen := map[[2]string]bool{}
	for _, e := range c.Conditions.Elements() {
		object, ok := e.(types.Object)
		if !ok || object.IsUnknown() || object.IsNull() {
			continue
		}
		var x condition
		if object.As(ctx, &x, asOptions).HasError() || x.Type.IsUnknown() || x.Operator.IsUnknown() {
			continue
		}
		where := at.AtSetValue(e)
		key := [2]string{x.Type.ValueString(), x.Operator.ValueString()}
		if seen[key] {
			c.refuse(where, fmt.Errorf("there are two conditions on %s with %s: put their values into one", key[0], key[1]))
		}
		seen[key], fqdn = true, fqdn || key[0] == "fqdn"
		c.condition(where, key[0], key[1], x.Values)
	}
	return fqdn
}

func (c *checker) condition(where path.Path, kind, operator string, values types.Set) {
	single := operator == "ISL" || operator == "INSL"
	switch {
	case single && kind != "fqdn":
		c.refuse(where, fmt.Errorf("the operator %s asks whether a host name is a single label, so it goes with fqdn only", operator))
	case single && !values.IsNull() && !values.IsUnknown():
		c.refuse(where, fmt.Errorf("the operator %s takes no values", operator))
	case !single && !values.IsUnknown() && len(values.Elements()) == 0:
		c.refuse(where, fmt.Errorf("the operator %s needs at least one value", operator))
	}
	for _, e := range values.Elements() {
		v, ok := e.(types.String)
		if !ok || v.IsUnknown() || v.IsNull() {
			continue
		}
		c.refuse(where, checkValue(kind, v.ValueString()))
	}
}

// checkValue checks one value of a condition: bytes, a class or a host name.
func checkValue(kind, text string) error {
	if !windows.ComparesBytes(serverKind(kind)) {
		if word := strings.ToUpper(text); word == "EQ" || word == "NE" {
			return fmt.Errorf("%q as a value would be read as an operator", text)
		}
		return dhcp.CheckName(text, dhcp.MaxText)
	}
	p, err := dhcp.ParseBytePattern(text)
	if err != nil || kind != "mac_address" {
		return err
	}
	if n := len(p.Bytes); n > 6 || n < 6 && !p.Before && !p.After {
		return fmt.Errorf("%q is no MAC address: write six bytes, or fewer with a star before or behind them", text)
	}
	return nil
}

func (c *checker) ranges(ctx context.Context) {
	var known []dhcp.Range
	for _, e := range c.Ranges.Elements() {
		object, ok := e.(types.Object)
		var x addressRange
		if !ok || object.IsUnknown() || object.As(ctx, &x, asOptions).HasError() {
			continue
		}
		start, ok1 := framework.Address(x.StartAddress)
		end, ok2 := framework.Address(x.EndAddress)
		if !ok1 || !ok2 {
			continue
		}
		r, err := dhcp.NewRange(start, end)
		c.refuse(path.Root("ranges").AtSetValue(e), err)
		if err == nil {
			known = append(known, r)
		}
	}
	for _, o := range dhcp.Overlaps(known) {
		c.refuse(path.Root("ranges"), fmt.Errorf("the range %s overlaps the range %s: join them or move one", known[o.First], known[o.Second]))
	}
}
