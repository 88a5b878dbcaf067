package kea

import (
	"context"
	"encoding/json"
	"fmt"
	"math/big"
	"regexp"
	"slices"
	"strconv"
)

// Statistics are the counters of a daemon.
type Statistics struct {
	Endpoint string
	// Numbers and Texts are the newest values by the names that Kea gives them. Durations and
	// whatever else is no number are texts.
	Numbers map[string]*big.Float
	Texts   map[string]string
	// Subnets is how far each subnet is used, in the order of the ids.
	Subnets []Utilization
}

// Utilization is how far a subnet is used. IPv6 counts addresses and delegated prefixes;
// Kea's counters may exceed 64 bits.
type Utilization struct {
	SubnetID                            uint32
	Total, Assigned, Declined, Ever     *big.Float
	TotalPD, AssignedPD, EverAssignedPD *big.Float
}

// Statistics gives the counters of every endpoint. The utilization comes from the hook
// library stat_cmds where it is loaded: it counts the leases of a shared database. Elsewhere
// it comes from the daemon's own counters.
func (c *Client) Statistics(ctx context.Context, family Family) ([]Statistics, error) {
	all := []Statistics{}
	for _, s := range c.services(family) {
		one, err := s.statistics(ctx)
		if err != nil {
			return nil, err
		}
		all = append(all, one)
	}
	return all, nil
}

func (s *service) statistics(ctx context.Context) (Statistics, error) {
	stats := Statistics{Endpoint: s.peer.endpoint, Numbers: map[string]*big.Float{}, Texts: map[string]string{}}
	result, err := s.call(ctx, "statistic-get-all", nil)
	if err != nil {
		return stats, err
	}
	tree, err := decodeTree(result.Arguments)
	if err != nil {
		return stats, s.peer.fail(request{Command: "statistic-get-all"}, KindUnreachable, "the answer holds no statistics", "", err)
	}
	for name, samples := range tree {
		newest := first(listOf(samples))
		switch value := first(listOf(newest)).(type) {
		case json.Number:
			stats.Numbers[name] = bigNumber(value)
		case nil:
		default:
			stats.Texts[name] = fmt.Sprint(value)
		}
	}
	command := "stat-" + s.family.lease("get")
	known, err := s.can(ctx, command)
	if err != nil {
		return stats, err
	}
	if !known {
		stats.Subnets = utilizationOf(stats.Numbers)
		return stats, nil
	}
	stats.Subnets, err = s.leaseStatistics(ctx, command)
	return stats, err
}

// columns are the names of counters and the members that they belong to.
func (u *Utilization) columns() map[string]**big.Float {
	return map[string]**big.Float{
		"total-addresses": &u.Total, "total-nas": &u.Total, "assigned-addresses": &u.Assigned, "assigned-nas": &u.Assigned,
		"declined-addresses": &u.Declined, "declined-nas": &u.Declined, "cumulative-assigned-addresses": &u.Ever, "cumulative-assigned-nas": &u.Ever,
		"total-pds": &u.TotalPD, "assigned-pds": &u.AssignedPD, "cumulative-assigned-pds": &u.EverAssignedPD,
	}
}

func (s *service) leaseStatistics(ctx context.Context, command string) ([]Utilization, error) {
	subnets := []Utilization{}
	result, err := s.call(ctx, command, nil)
	if KindOf(err) == KindNotFound {
		return subnets, nil
	}
	if err != nil {
		return nil, err
	}
	tree, err := decodeTree(result.Arguments)
	if err != nil {
		return nil, s.peer.fail(request{Command: command}, KindUnreachable, "the answer holds no table of subnets", "", err)
	}
	table := mapOf(tree["result-set"])
	names := textsOf(table["columns"])
	for _, row := range listOf(table["rows"]) {
		var u Utilization
		columns := u.columns()
		values := listOf(row)
		for i, name := range names[:min(len(names), len(values))] {
			number, _ := values[i].(json.Number)
			if at, known := columns[name]; known {
				*at = bigNumber(number)
			} else if name == "subnet-id" {
				u.SubnetID = uint32(numberOf(number))
			}
		}
		subnets = append(subnets, u)
	}
	return subnets, nil
}

var subnetCounter = regexp.MustCompile(`^subnet\[(\d+)\]\.([a-z-]+)$`)

// utilizationOf collects the counters of subnets.
func utilizationOf(numbers map[string]*big.Float) []Utilization {
	found := map[uint32]*Utilization{}
	for name, value := range numbers {
		m := subnetCounter.FindStringSubmatch(name)
		if m == nil {
			continue
		}
		number, err := strconv.ParseUint(m[1], 10, 32)
		if err != nil {
			continue
		}
		id := uint32(number)
		if found[id] == nil {
			found[id] = &Utilization{SubnetID: id}
		}
		if at, known := found[id].columns()[m[2]]; known {
			*at = value
		}
	}
	subnets := []Utilization{}
	for _, u := range found {
		subnets = append(subnets, *u)
	}
	slices.SortFunc(subnets, func(a, b Utilization) int { return int(int64(a.SubnetID) - int64(b.SubnetID)) })
	return subnets
}

// bigNumber keeps every digit: a counter of IPv6 addresses needs more than 64 bits.
func bigNumber(number json.Number) *big.Float {
	value, _, err := big.ParseFloat(number.String(), 10, 512, big.ToNearestEven)
	if err != nil {
		return new(big.Float)
	}
	return value
}
