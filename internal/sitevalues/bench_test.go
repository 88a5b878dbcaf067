package sitevalues

import (
	"fmt"
	"testing"
	"testing/fstest"
)

// BenchmarkRead2000 reads a tree of 2,000 clusters in 10 sites. Its budget is one
// second of CPU.
func BenchmarkRead2000(b *testing.B) {
	fsys := largeTree()
	layout := mustLayout(b, DefaultLayers...)
	for b.Loop() {
		result, err := Read(fsys, "sites", layout)
		if err != nil {
			b.Fatal(err)
		}
		if len(result.Clusters) != 2000 || len(result.AllFindings()) != 0 {
			b.Fatalf("%d clusters, findings %v", len(result.Clusters), result.AllFindings())
		}
	}
}

func largeTree() fstest.MapFS {
	fsys := files()
	write := func(name, format string, args ...any) {
		fsys[name] = &fstest.MapFile{Data: fmt.Appendf(nil, format, args...)}
	}
	for site := range 10 {
		write(fmt.Sprintf("site-%d/values.yaml", site), `# Defaults of the site
dhcp_values:
  subnetMask: 255.255.255.0
  leaseDurationDays: 8
  description: ""
  dns:
    servers: [10.10.%d.5, 10.10.%d.6]
    domain: example.com
`, site, site)
		for mce := range 10 {
			folder := fmt.Sprintf("site-%d/mce-%d", site, mce)
			write(folder+"/values.yaml", `dhcp_values:
  failover:
    relationshipName: failover-%d-%d
    partnerServer: dhcp-b.example.com
    mode: HotStandby
    serverRole: Active
`, site, mce)
			for cluster := range 20 {
				net := fmt.Sprintf("10.%d.%d", 100+site, mce*20+cluster)
				write(fmt.Sprintf("%s/cluster-%d.yaml", folder, cluster), `dhcp_values:
  scopeName: cluster-%d
  network: %s.0
  startRange: %s.50
  endRange: %s.200
  gateway: %s.1
  description: Worker nodes of the cluster
  exclusions:
    - startAddress: %s.60   # printers
      endAddress: %s.69
    - startAddress: %s.80
      endAddress: %s.89
`, cluster, net, net, net, net, net, net, net, net)
			}
		}
	}
	return fsys
}
