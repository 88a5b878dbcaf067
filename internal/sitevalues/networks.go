package sitevalues

import "strings"

// checkNetworks compares the networks of all clusters that can be read, whatever other
// findings they have.
func checkNetworks(clusters []*Cluster) {
	at := fieldPath{"dhcp_values", "network"}
	for _, c := range clusters {
		if c.scope.networkText == "" {
			continue
		}
		var same, overlapping []string
		for _, other := range clusters {
			switch {
			case other == c:
			case other.scope.networkText == c.scope.networkText:
				same = append(same, other.Key)
			case c.scope.subnet.IsValid() && other.scope.subnet.IsValid() && c.scope.subnet.Overlaps(other.scope.subnet):
				overlapping = append(overlapping, other.Key)
			}
		}
		if len(same) > 0 {
			c.add(DuplicateNetwork, at, "%s is also the network of %s", c.scope.network, list(same))
		}
		if len(overlapping) > 0 {
			c.add(OverlappingNetworks, at, "%s overlaps with the subnet of %s", c.scope.subnet, list(overlapping))
		}
	}
}

// list names the first few of many.
func list(names []string) string {
	const most = 5
	if len(names) <= most {
		return strings.Join(names, ", ")
	}
	return strings.Join(names[:most], ", ") + " and others"
}
