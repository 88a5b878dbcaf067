package keaapi

import (
	"bytes"
	"cmp"
	"fmt"
	"net/netip"
	"slices"
	"strings"
)

// checked gives a configuration with Kea's spellings and order, or the reason why Kea
// refuses it, in Kea's words.
func (d *daemon) checked(given map[string]any) (map[string]any, error) {
	config := tree(copied(given))
	for key := range config {
		if !slices.Contains(d.globalKeys(), key) {
			return nil, fmt.Errorf("unsupported global configuration parameter: %s (<wire>:0:65)", key)
		}
	}
	if err := d.checkDefinitions(config); err != nil {
		return nil, err
	}
	if err := d.checkOptions(config); err != nil {
		return nil, err
	}
	if err := d.checkClasses(config); err != nil {
		return nil, err
	}
	seen := &seenSubnets{ids: map[int64]bool{}, prefixes: map[string]bool{}}
	if err := d.checkSubnets(config, config, seen); err != nil {
		return nil, err
	}
	names := map[string]bool{}
	for _, network := range trees(config["shared-networks"]) {
		name := text(network["name"])
		if names[name] {
			return nil, fmt.Errorf("duplicate network '%s' found in the configuration", name)
		}
		names[name] = true
		if err := d.checkNetwork(network); err != nil {
			return nil, err
		}
		if err := d.checkSubnets(config, network, seen); err != nil {
			return nil, err
		}
	}
	return config, d.checkHosts(config, config, "", 0)
}

func (d *daemon) checkNetwork(network map[string]any) error {
	for key := range network {
		if !slices.Contains(d.networkKeys(), key) {
			return fmt.Errorf("spurious '%s' parameter (<wire>:0:99)", key)
		}
	}
	d.renameClasses(network)
	return d.checkOptions(network)
}

type seenSubnets struct {
	ids      map[int64]bool
	prefixes map[string]bool
}

func (d *daemon) checkSubnets(config, holder map[string]any, seen *seenSubnets) error {
	subnets := trees(holder[d.subnetList()])
	for _, subnet := range subnets {
		if err := d.checkSubnet(config, subnet, seen); err != nil {
			return err
		}
	}
	slices.SortStableFunc(subnets, func(a, b map[string]any) int { return cmp.Compare(number(a["id"]), number(b["id"])) })
	holder[d.subnetList()] = anyList(subnets)
	return nil
}

func (d *daemon) checkSubnet(config, subnet map[string]any, seen *seenSubnets) error {
	for key := range subnet {
		if !slices.Contains(d.subnetKeys(), key) {
			return fmt.Errorf("subnet configuration failed: spurious '%s' parameter (<wire>:0:99)", key)
		}
	}
	id := number(subnet["id"])
	if id == 0 {
		if !d.is("2.2") {
			return fmt.Errorf("missing parameter 'id' (<wire>:0:12)")
		}
		for id = 1; seen.ids[id]; id++ {
		}
		subnet["id"] = id
	}
	prefix, err := netip.ParsePrefix(text(subnet["subnet"]))
	if err != nil {
		return fmt.Errorf("subnet configuration failed: Invalid subnet syntax (prefix/len expected):%s (<wire>:0:12)", text(subnet["subnet"]))
	}
	if seen.ids[id] {
		return fmt.Errorf("ID of the new IPv%d subnet '%d' is already in use (<wire>:0:12)", d.family, id)
	}
	if seen.prefixes[prefix.String()] {
		return fmt.Errorf("subnet with the prefix of '%s' already exists (<wire>:0:12)", prefix)
	}
	seen.ids[id], seen.prefixes[prefix.String()] = true, true
	if err := d.checkTimers(config, subnet); err != nil {
		return err
	}
	if err := d.checkOptions(subnet); err != nil {
		return err
	}
	if err := d.checkPools(subnet, prefix); err != nil {
		return err
	}
	return d.checkHosts(config, subnet, prefix.String(), id)
}

func (d *daemon) checkTimers(config, subnet map[string]any) error {
	value := func(key string) int64 {
		for _, holder := range []map[string]any{subnet, config} {
			if _, set := holder[key]; set {
				return number(holder[key])
			}
		}
		return 0
	}
	valid, lowest, highest := value("valid-lifetime"), value("min-valid-lifetime"), value("max-valid-lifetime")
	if valid != 0 && (lowest != 0 && valid < lowest || highest != 0 && valid > highest) {
		return fmt.Errorf("subnet configuration failed: the value of (default) valid-lifetime (%d) is not between min-valid-lifetime (%d) and max-valid-lifetime (%d)", valid, lowest, highest)
	}
	return nil
}

type span struct{ first, last netip.Addr }

func (d *daemon) checkPools(subnet map[string]any, prefix netip.Prefix) error {
	pools := trees(subnet["pools"])
	var spans []span
	for _, pool := range pools {
		s, err := parsePool(text(pool["pool"]))
		if err != nil {
			return err
		}
		where := fmt.Sprintf("subnet configuration failed: a pool of type V%d, with the following address range: %s-%s", d.family, s.first, s.last)
		if !prefix.Masked().Contains(s.first) || !prefix.Masked().Contains(s.last) {
			return fmt.Errorf("%s does not match the prefix of a subnet: %s to which it is being added (<wire>:0:263)", where, prefix)
		}
		for _, other := range spans {
			if s.first.Compare(other.last) <= 0 && other.first.Compare(s.last) <= 0 {
				return fmt.Errorf("%s overlaps with an existing pool in the subnet: %s to which it is being added (<wire>:0:263)", where, prefix)
			}
		}
		spans = append(spans, s)
		pool["pool"] = s.String()
		d.renameClasses(pool)
		if err := d.checkOptions(pool); err != nil {
			return err
		}
	}
	d.renameClasses(subnet)
	slices.SortStableFunc(pools, func(a, b map[string]any) int {
		x, _ := parsePool(text(a["pool"]))
		y, _ := parsePool(text(b["pool"]))
		return x.first.Compare(y.first)
	})
	subnet["pools"] = anyList(pools)
	return nil
}

func parsePool(given string) (span, error) {
	first, last, isRange := strings.Cut(given, "-")
	if !isRange {
		prefix, err := netip.ParsePrefix(strings.TrimSpace(given))
		if err != nil {
			return span{}, fmt.Errorf("invalid pool definition: %s. There are two acceptable formats <min address-max address> or <prefix/len>", given)
		}
		end := prefix.Masked().Addr()
		for end.Next().IsValid() && prefix.Masked().Contains(end.Next()) {
			end = end.Next()
		}
		return span{prefix.Masked().Addr(), end}, nil
	}
	a, errA := netip.ParseAddr(strings.TrimSpace(first))
	b, errB := netip.ParseAddr(strings.TrimSpace(last))
	if errA != nil || errB != nil || b.Less(a) {
		return span{}, fmt.Errorf("Failed to create pool defined by: %s", given) //nolint:staticcheck // Kea's words
	}
	return span{a, b}, nil
}

// String gives the pool as Kea shows it: an aligned range as a prefix.
func (s span) String() string {
	for bits := s.first.BitLen(); bits >= 0; bits-- {
		prefix := netip.PrefixFrom(s.first, bits)
		if prefix.Masked().Addr() != s.first {
			break
		}
		low, high := s.first.AsSlice(), s.last.AsSlice()
		for bit := bits; bit < len(low)*8; bit++ {
			low[bit/8] |= 1 << (7 - bit%8)
		}
		if bytes.Equal(low, high) {
			return prefix.String()
		}
	}
	return s.first.String() + "-" + s.last.String()
}

// renameClasses shows classes under the names of Kea 3.0.
func (d *daemon) renameClasses(holder map[string]any) {
	if !d.is("3.0") {
		return
	}
	if one := text(holder["client-class"]); one != "" {
		holder["client-classes"] = []any{one}
	}
	if more, set := holder["require-client-classes"]; set {
		holder["evaluate-additional-classes"] = more
	}
	delete(holder, "client-class")
	delete(holder, "require-client-classes")
}
