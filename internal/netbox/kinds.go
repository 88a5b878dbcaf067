package netbox

import (
	"fmt"
	"maps"
	"net/netip"
	"slices"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/dhcp"
)

func (p *planner) prefix(o *object) error {
	text, err := o.requiredText("prefix")
	if err != nil {
		return err
	}
	prefix, err := netip.ParsePrefix(text)
	if err != nil || prefix.Masked() != prefix {
		return o.errorf("prefix", "%q is no prefix without host bits, such as 192.0.2.0/24", text)
	}
	status, err := o.status("active", "reserved", "deprecated", "container")
	if err != nil {
		return err
	}
	description, err := o.text("description")
	if err != nil {
		return err
	}
	if status != "active" && status != "reserved" {
		p.leaveOut(o, "its status is "+status)
		return nil
	}
	for key, other := range p.plan.Subnets {
		if other.Prefix == prefix {
			return o.errorf("prefix", "%s is also the prefix of %s, and one Kea server has one subnet for it", prefix, key)
		}
	}
	p.plan.Subnets[o.key] = Subnet{Prefix: prefix, Description: description}
	return nil
}

func (p *planner) ipRange(o *object) error {
	pool, status, err := rangeFields(o)
	if err != nil {
		return err
	}
	key, found := p.subnetOf(pool.First, pool.Last)
	switch {
	case status != "active" && status != "reserved":
		p.leaveOut(o, "its status is "+status)
		return nil
	case !found:
		p.leaveOut(o, fmt.Sprintf("no prefix that is served holds %s", pool.Range()))
		return nil
	}
	pool.SubnetKey, pool.Subnet = key, p.plan.Subnets[key].Prefix
	p.ranges[o.key] = pool
	if status != "active" {
		p.leaveOut(o, "its status is reserved, which is no pool; addresses may still be assigned from it")
		return nil
	}
	for _, other := range slices.Sorted(maps.Keys(p.plan.Pools)) {
		if q := p.plan.Pools[other]; pool.overlaps(q) {
			return o.errorf("startAddress", "%s overlaps with %s of %s", pool.Range(), q.Range(), other)
		}
	}
	p.plan.Pools[o.key] = pool
	return nil
}

func rangeFields(o *object) (pool Pool, status string, err error) {
	for _, end := range []struct {
		field string
		addr  *netip.Addr
	}{{"startAddress", &pool.First}, {"endAddress", &pool.Last}} {
		text, err := o.requiredText(end.field)
		if err != nil {
			return pool, "", err
		}
		if *end.addr, err = o.address(end.field, text); err != nil {
			return pool, "", err
		}
	}
	switch {
	case pool.First.Is4() != pool.Last.Is4():
		return pool, "", o.errorf("endAddress", "%s is of another family than the start %s", pool.Last, pool.First)
	case pool.Last.Less(pool.First):
		return pool, "", o.errorf("endAddress", "%s is before the start %s", pool.Last, pool.First)
	}
	if value := o.fields["markPopulated"]; value != nil {
		if _, ok := value.(bool); !ok {
			return pool, "", o.errorf("markPopulated", "has to be true or false, not %s", describe(value))
		}
	}
	if pool.Description, err = o.text("description"); err != nil {
		return pool, "", err
	}
	status, err = o.status("active", "reserved", "deprecated")
	return pool, status, err
}

func (p *planner) ipAddress(o *object) error {
	r, status, err := addressFields(o)
	if err != nil {
		return err
	}
	rangeKey, err := o.reference("ipRange", kindRange)
	if err != nil {
		return err
	}
	if !r.Address.IsValid() && rangeKey == "" {
		return o.errorf("address", "is required, or ipRange to assign one from")
	}
	pool, inPlan := p.ranges[rangeKey]
	if r.Address.IsValid() && inPlan && !pool.holds(r.Address) {
		return o.errorf("address", "%s is outside the range %s of %s", r.Address, pool.Range(), rangeKey)
	}
	switch {
	case status != "dhcp":
		p.leaveOut(o, fmt.Sprintf("its status is %s, and only dhcp makes a reservation", status))
		return nil
	case r.MACAddress == "":
		p.leaveOut(o, fmt.Sprintf("it has no %s, by which Kea could know the client", o.name("macAddress")))
		return nil
	case !r.Address.IsValid():
		return p.assignFrom(o, r, rangeKey)
	}
	key, found := p.subnetOf(r.Address)
	if !found {
		p.leaveOut(o, fmt.Sprintf("no prefix that is served holds %s", r.Address))
		return nil
	}
	r.SubnetKey, r.Subnet = key, p.plan.Subnets[key].Prefix
	return p.reserve(o, r)
}

// addressFields reads everything but the reference to a range. The MAC address comes
// back in Kea's spelling.
func addressFields(o *object) (r Reservation, status string, err error) {
	text, err := o.text("address")
	if err != nil {
		return r, "", err
	}
	if text != "" {
		if r.Address, err = o.address("address", text); err != nil {
			return r, "", err
		}
	}
	mac, err := o.text("macAddress")
	if err != nil {
		return r, "", err
	}
	if mac != "" {
		id, err := dhcp.ParseMAC(mac)
		if err != nil {
			return r, "", o.errorf("macAddress", "%v", err)
		}
		r.MACAddress = id.Colons()
	}
	if r.Hostname, err = o.text("dnsName"); err != nil {
		return r, "", err
	}
	if r.Description, err = o.text("description"); err != nil {
		return r, "", err
	}
	status, err = o.status("active", "reserved", "deprecated", "dhcp", "slaac")
	return r, status, err
}

// assignFrom makes a reservation whose address Kea's side picks from a range.
func (p *planner) assignFrom(o *object, r Reservation, rangeKey string) error {
	pool, found := p.ranges[rangeKey]
	if !found {
		reason := "is not among the objects"
		if why := p.absent[string(kindRange)+" "+rangeKey]; why != "" {
			reason = "is left out: " + why
		}
		p.leaveOut(o, fmt.Sprintf("the range %s that its address would come from %s", rangeKey, reason))
		return nil
	}
	r.SubnetKey, r.Subnet, r.AllocateFrom = pool.SubnetKey, pool.Subnet, pool.Range()
	return p.reserve(o, r)
}

// reserve adds a reservation that no other contradicts.
func (p *planner) reserve(o *object, r Reservation) error {
	mac := r.Subnet.String() + " " + r.MACAddress
	if other, taken := p.claims[mac]; taken {
		return o.errorf("macAddress", "%s is also that of %s in the subnet %s", r.MACAddress, other, r.Subnet)
	}
	p.claims[mac] = o.key
	if r.Address.IsValid() {
		if other, taken := p.claims[r.Address.String()]; taken {
			return o.errorf("address", "%s is also that of %s", r.Address, other)
		}
		p.claims[r.Address.String()] = o.key
	}
	p.plan.Reservations[o.key] = r
	return nil
}
