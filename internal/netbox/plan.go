package netbox

import (
	"errors"
	"fmt"
	"net/netip"
	"slices"
)

// Plan is what the objects come to. The maps' keys are the objects' own: namespace/name,
// or netbox/id for objects of a data source.
type Plan struct {
	Subnets      map[string]Subnet
	Pools        map[string]Pool
	Reservations map[string]Reservation
	// Warnings name each object that is left out, with the reason. They are sorted.
	Warnings []string
}

// Subnet is a prefix that clients live in.
type Subnet struct {
	Prefix      netip.Prefix
	Description string
}

// Pool is a range that Kea leases addresses from.
type Pool struct {
	// SubnetKey and Subnet are the prefix that holds the range.
	SubnetKey   string
	Subnet      netip.Prefix
	First, Last netip.Addr
	Description string
}

// Range writes the pool as Kea does.
func (p Pool) Range() string { return p.First.String() + "-" + p.Last.String() }

func (p Pool) holds(a netip.Addr) bool { return !a.Less(p.First) && !p.Last.Less(a) }

func (p Pool) overlaps(q Pool) bool { return !q.Last.Less(p.First) && !p.Last.Less(q.First) }

// Reservation is an address kept for a MAC address.
type Reservation struct {
	SubnetKey  string
	Subnet     netip.Prefix
	MACAddress string
	// Address is not valid when Kea's side is to pick one from AllocateFrom.
	Address netip.Addr
	// AllocateFrom is the range to pick from, as Kea writes it, or "".
	AllocateFrom string
	Hostname     string
	Description  string
}

// Options change what counts.
type Options struct {
	// SpecsAlone takes objects whatever their status says. Otherwise only those count
	// whose status says that they were created.
	SpecsAlone bool
}

// Read makes a plan of objects: Kubernetes objects, YAML texts of them, objects of the
// data sources of the Terraform provider netbox, and lists of all these. Values are as
// JSON decodes them. The error lists every wrong field, with the object that it is in.
func Read(elements []any, options Options) (*Plan, error) {
	in := &input{seen: map[string]bool{}}
	for i, element := range elements {
		in.add(fmt.Sprintf("element %d", i+1), element)
	}
	p := &planner{
		input: in, plan: &Plan{Subnets: map[string]Subnet{}, Pools: map[string]Pool{}, Reservations: map[string]Reservation{}},
		ranges: map[string]Pool{}, absent: map[string]string{}, claims: map[string]string{},
	}
	for _, o := range in.objects {
		if o.notReady != "" && !options.SpecsAlone {
			p.leaveOut(o, o.notReady)
		}
	}
	for _, step := range []struct {
		kind kind
		read func(*object) error
	}{{kindPrefix, p.prefix}, {kindRange, p.ipRange}, {kindAddress, p.ipAddress}} {
		for _, o := range in.objects {
			if o.kind != step.kind || p.absent[o.String()] != "" {
				continue
			}
			if err := step.read(o); err != nil {
				in.errs = append(in.errs, err)
			}
		}
	}
	if len(in.errs) > 0 {
		return nil, errors.Join(in.errs...)
	}
	p.plan.Warnings = in.warnings
	slices.Sort(p.plan.Warnings)
	return p.plan, nil
}

// planner is the state of one Read.
type planner struct {
	*input
	plan *Plan
	// ranges are those that addresses may come from, by key: pools and reserved ones.
	ranges map[string]Pool
	// absent says why an object is left out, by its name.
	absent map[string]string
	// claims are the reserved addresses, and the MAC addresses in their subnets, with
	// the key of the object that has them.
	claims map[string]string
}

func (p *planner) leaveOut(o *object, reason string) {
	p.absent[o.String()] = reason
	p.warnings = append(p.warnings, fmt.Sprintf("%s is left out: %s", o, reason))
}

// subnetOf returns the most specific subnet that holds all the addresses.
func (p *planner) subnetOf(addresses ...netip.Addr) (key string, found bool) {
	for k, subnet := range p.plan.Subnets {
		holds := !slices.ContainsFunc(addresses, func(a netip.Addr) bool { return !subnet.Prefix.Contains(a) })
		if holds && (!found || subnet.Prefix.Bits() > p.plan.Subnets[key].Prefix.Bits()) {
			key, found = k, true
		}
	}
	return key, found
}
