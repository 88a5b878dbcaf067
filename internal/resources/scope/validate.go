package scope

import (
	"context"
	"errors"
	"fmt"
	"net/netip"

	"github.com/hashicorp/terraform-plugin-framework-nettypes/iptypes"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/dhcp"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/framework"
)

const invalid = "Invalid DHCP scope"

// checker collects every mistake of one block, each with its path. A check whose values
// are not known yet, or are wrong in themselves, is skipped; the others still run.
type checker struct {
	model
	diags *diag.Diagnostics
}

func (c *checker) refuse(at path.Path, err error) {
	if err != nil {
		framework.AddAttributeError(c.diags, at, invalid, err)
	}
}

// validate reports all mistakes of a configuration.
func (m model) validate(ctx context.Context) diag.Diagnostics {
	var diags diag.Diagnostics
	c := &checker{model: m, diags: &diags}
	c.texts()
	c.bootPair()
	c.bootpClients()
	subnet, subnetKnown := c.subnet()
	pool, poolKnown := c.pool()
	if subnetKnown && poolKnown {
		c.poolInSubnet(subnet, pool)
	}
	c.dnsServers()
	exclusions, allKnown := c.exclusions(ctx, subnet, subnetKnown)
	if gateway, ok := framework.Address(m.Gateway); ok && subnetKnown {
		c.gateway(subnet, gateway, pool, poolKnown && allKnown, exclusions)
	}
	return diags
}

func (c *checker) texts() {
	check := func(name string, v types.String, f func(string) error) {
		if !v.IsNull() && !v.IsUnknown() {
			c.refuse(path.Root(name), f(v.ValueString()))
		}
	}
	limit := func(n int) func(string) error { return func(t string) error { return dhcp.CheckText(t, n) } }
	named := func(n int) func(string) error { return func(t string) error { return dhcp.CheckName(t, n) } }
	check("name", c.Name, named(dhcp.MaxText))
	check("description", c.Description, limit(dhcp.MaxText))
	check("dns_domain", c.DNSDomain, dhcp.CheckDomain)
	check("boot_server", c.BootServer, named(dhcp.MaxText))
	check("boot_file", c.BootFile, named(dhcp.MaxText))
	check("superscope_name", c.SuperscopeName, limit(dhcp.MaxText))
}

func (c *checker) bootPair() {
	for _, half := range []struct {
		name, other string
		set, unset  types.String
	}{{"boot_server", "boot_file", c.BootServer, c.BootFile}, {"boot_file", "boot_server", c.BootFile, c.BootServer}} {
		if !half.set.IsNull() && half.unset.IsNull() {
			c.refuse(path.Root(half.name), fmt.Errorf("a client needs both %s and %s to boot: set %s as well, or neither", half.name, half.other, half.other))
		}
	}
}

func (c *checker) bootpClients() {
	kind, known := c.Type.Canonical()
	if c.Type.IsNull() {
		kind, known = "Dhcp", true
	}
	if known && kind != "Both" && !c.MaxBootpClients.IsNull() && !c.MaxBootpClients.IsUnknown() {
		c.refuse(path.Root("max_bootp_clients"), fmt.Errorf(`the server keeps a limit of BOOTP clients only for type = "Both", this scope is %s`, kind))
	}
}

// subnet checks network and mask each for itself and then together.
func (c *checker) subnet() (netip.Prefix, bool) {
	network, networkKnown := framework.Address(c.Network)
	if c.SubnetMask.IsNull() || c.SubnetMask.IsUnknown() {
		return netip.Prefix{}, false
	}
	length, err := dhcp.ParseMask(c.SubnetMask.ValueString())
	if err != nil {
		c.refuse(path.Root("subnet_mask"), err)
		return netip.Prefix{}, false
	}
	if !networkKnown {
		return netip.Prefix{}, false
	}
	subnet, err := dhcp.NewSubnet(network, length)
	c.refuse(path.Root("network"), err)
	return subnet, err == nil
}

func (c *checker) pool() (dhcp.Range, bool) {
	start, ok := framework.Address(c.StartRange)
	end, ok2 := framework.Address(c.EndRange)
	if !ok || !ok2 {
		return dhcp.Range{}, false
	}
	pool, err := dhcp.NewRange(start, end)
	c.refuse(path.Root("start_range"), err)
	return pool, err == nil
}

func (c *checker) poolInSubnet(subnet netip.Prefix, pool dhcp.Range) {
	c.refuse(path.Root("start_range"), dhcp.CheckHost(subnet, pool.Start))
	if pool.End != pool.Start {
		c.refuse(path.Root("end_range"), dhcp.CheckHost(subnet, pool.End))
	}
}

func (c *checker) dnsServers() {
	if c.DNSServers.IsNull() || c.DNSServers.IsUnknown() {
		return
	}
	seen := map[netip.Addr]int{}
	for i, e := range c.DNSServers.Elements() {
		v, ok := e.(iptypes.IPv4Address)
		if !ok || v.IsNull() || v.IsUnknown() {
			continue
		}
		a, err := dhcp.ParseIPv4(v.ValueString())
		if err != nil {
			// The framework does not ask an element's type, as it does an attribute's.
			c.refuse(path.Root("dns_servers").AtListIndex(i), err)
			continue
		}
		if first, twice := seen[a]; twice {
			c.refuse(path.Root("dns_servers").AtListIndex(i), fmt.Errorf("%s is already number %d of the list: name each DNS server once", a, first+1))
			continue
		}
		seen[a] = i
	}
}

// exclusions checks each range and all against each other. known tells whether every
// one is known and right in itself, so that checks against them can be trusted.
func (c *checker) exclusions(ctx context.Context, subnet netip.Prefix, subnetKnown bool) (ranges []dhcp.Range, known bool) {
	if c.Exclusions.IsNull() {
		return nil, true
	}
	if c.Exclusions.IsUnknown() {
		return nil, false
	}
	known = true
	var at []path.Path
	for _, e := range c.Exclusions.Elements() {
		where := path.Root("exclusions").AtSetValue(e)
		r, ok, err := exclusionRange(ctx, e)
		if err == nil && ok && subnetKnown {
			err = dhcp.CheckExclusion(subnet, r)
		}
		c.refuse(where, err)
		if err != nil || !ok {
			known = false
			continue
		}
		ranges, at = append(ranges, r), append(at, where)
	}
	for _, o := range dhcp.Overlaps(ranges) {
		c.refuse(at[o.First], fmt.Errorf("the exclusion %s overlaps the exclusion %s: join them or move one", ranges[o.First], ranges[o.Second]))
	}
	return ranges, known
}

func (c *checker) gateway(subnet netip.Prefix, gateway netip.Addr, pool dhcp.Range, poolKnown bool, exclusions []dhcp.Range) {
	if err := dhcp.CheckHost(subnet, gateway); err != nil {
		c.refuse(path.Root("gateway"), err)
		return
	}
	if poolKnown {
		c.refuse(path.Root("gateway"), dhcp.CheckGateway(subnet, pool, exclusions, gateway))
	}
}

// exclusionRange reads one element of exclusions; ok is false when it is not known yet.
func exclusionRange(ctx context.Context, e any) (r dhcp.Range, ok bool, err error) {
	object, isObject := e.(types.Object)
	if !isObject || object.IsUnknown() || object.IsNull() {
		return dhcp.Range{}, false, nil
	}
	var x exclusion
	if object.As(ctx, &x, asOptions).HasError() {
		return dhcp.Range{}, false, errors.New("an exclusion has a start_address and an end_address")
	}
	start, ok := framework.Address(x.StartAddress)
	end, ok2 := framework.Address(x.EndAddress)
	if !ok || !ok2 {
		return dhcp.Range{}, false, nil
	}
	r, err = dhcp.NewRange(start, end)
	return r, err == nil, err
}
