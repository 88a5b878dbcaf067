package sitevalues

import "strings"

// Relationship is a failover relationship with the scopes of all clusters that name it.
type Relationship struct {
	Failover
	// Networks are the scopes' network addresses, in the order of their clusters' keys.
	Networks []string
	// Clusters are the keys of the clusters, sorted.
	Clusters []string

	// said holds the cluster that a setting comes from; one that no cluster says has its
	// default and is not in it.
	said map[string]string
}

// Relationships groups the clusters that have a payload by the failover relationship
// that they name. A setting that a cluster does not say follows the others; where two
// say different things, the first cluster by key counts, and the other one is in the
// conflicts. They are no findings: each cluster on its own is valid.
func (r *Result) Relationships() (groups map[string]*Relationship, conflicts []Finding) {
	groups = map[string]*Relationship{}
	for _, c := range r.Clusters {
		if c.Payload == nil || c.Payload.Failover == nil {
			continue
		}
		name := c.Payload.Failover.RelationshipName
		group, there := groups[name]
		if !there {
			group = &Relationship{Failover: *c.Payload.Failover, said: map[string]string{}}
			groups[name] = group
		}
		conflicts = append(conflicts, group.join(c)...)
	}
	return groups, conflicts
}

// settings are those of a relationship, the mode first, since others depend on it.
var settings = []struct {
	field string
	value func(Failover) any
	take  func(to *Failover, from Failover)
}{
	{"mode", func(f Failover) any { return f.Mode }, func(to *Failover, from Failover) { to.Mode = from.Mode }},
	{
		// Host names are compared as the server does, without regard to case.
		"partnerServer", func(f Failover) any { return strings.ToLower(f.PartnerServer) },
		func(to *Failover, from Failover) { to.PartnerServer = from.PartnerServer },
	},
	{"serverRole", func(f Failover) any { return f.ServerRole }, func(to *Failover, from Failover) { to.ServerRole = from.ServerRole }},
	{"reservePercent", func(f Failover) any { return f.ReservePercent }, func(to *Failover, from Failover) { to.ReservePercent = from.ReservePercent }},
	{
		"loadBalancePercent", func(f Failover) any { return f.LoadBalancePercent },
		func(to *Failover, from Failover) { to.LoadBalancePercent = from.LoadBalancePercent },
	},
	{
		"maxClientLeadTimeMinutes", func(f Failover) any { return f.MaxClientLeadTimeMinutes },
		func(to *Failover, from Failover) { to.MaxClientLeadTimeMinutes = from.MaxClientLeadTimeMinutes },
	},
	{
		"stateSwitchIntervalMinutes", func(f Failover) any { return minutes(f.StateSwitchIntervalMinutes) },
		func(to *Failover, from Failover) { to.StateSwitchIntervalMinutes = from.StateSwitchIntervalMinutes },
	},
	{
		"autoStateTransition", func(f Failover) any { return f.AutoStateTransition },
		func(to *Failover, from Failover) { to.AutoStateTransition = from.AutoStateTransition },
	},
}

func minutes(m *int64) int64 {
	if m == nil {
		return 0
	}
	return *m
}

// join adds a cluster's scope to the relationship and compares its settings.
func (group *Relationship) join(c *Cluster) (conflicts []Finding) {
	declared, _ := failoverOf(c.values).(map[string]any)
	own := *c.Payload.Failover
	for _, s := range settings {
		if _, says := declared[s.field]; !says {
			continue
		}
		earlier, said := group.said[s.field]
		if !said {
			group.said[s.field] = c.Key
			s.take(&group.Failover, own)
			continue
		}
		if first, here := s.value(group.Failover), s.value(own); first != here {
			at := fieldPath{"dhcp_values", "failover", s.field}
			conflicts = append(conflicts, c.finding(FailoverConflict, at, "is %v, and cluster %s says %v for the same relationship %q: that counts, because a relationship has one set of settings",
				here, earlier, first, own.RelationshipName))
			if s.field == "mode" {
				break
			}
		}
	}
	group.Networks = append(group.Networks, c.Payload.Network)
	group.Clusters = append(group.Clusters, c.Key)
	return conflicts
}
