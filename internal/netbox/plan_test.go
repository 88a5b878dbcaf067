package netbox

import (
	"fmt"
	"maps"
	"net/netip"
	"os"
	"slices"
	"strings"
	"testing"
)

func manifests(t *testing.T) string {
	t.Helper()
	data, err := os.ReadFile("testdata/cluster.yaml")
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func mustRead(t *testing.T, options Options, elements ...any) *Plan {
	t.Helper()
	plan, err := Read(elements, options)
	if err != nil {
		t.Fatal(err)
	}
	return plan
}

func sortedKeys[V any](m map[string]V) string {
	return strings.Join(slices.Sorted(maps.Keys(m)), " ")
}

func TestObjectsOfACluster(t *testing.T) {
	plan := mustRead(t, Options{}, manifests(t))
	if got, want := sortedKeys(plan.Subnets), "dcops/rack-1 dcops/rack-1-v6 dcops/vms"; got != want {
		t.Errorf("subnets %s, want %s", got, want)
	}
	pool := plan.Pools["dcops/vm-pool"]
	if pool.SubnetKey != "dcops/vms" || pool.Range() != "10.4.2.100-10.4.2.199" {
		t.Errorf("pool %+v, want it in the most specific prefix", pool)
	}
	if got, want := sortedKeys(plan.Pools), "dcops/vm-pool dcops/vm-pool-v6"; got != want {
		t.Errorf("pools %s, want %s", got, want)
	}
	want := map[string]Reservation{
		"dcops/printer": {
			SubnetKey: "dcops/rack-1", Subnet: netip.MustParsePrefix("10.4.0.0/16"), MACAddress: "aa:bb:cc:00:00:01",
			Address: netip.MustParseAddr("10.4.0.20"), Hostname: "printer.example.com", Description: "Printer on the ground floor",
		},
		"tenants/vm-0b9c": {
			SubnetKey: "dcops/vms", Subnet: netip.MustParsePrefix("10.4.2.0/24"), MACAddress: "52:54:00:ab:cd:ef",
			AllocateFrom: "10.4.2.100-10.4.2.199",
		},
		"dcops/vm-v6": {
			SubnetKey: "dcops/rack-1-v6", Subnet: netip.MustParsePrefix("2001:db8:4::/64"), MACAddress: "52:54:00:ab:cd:f0",
			AllocateFrom: "2001:db8:4::100-2001:db8:4::1ff",
		},
		"dcops/static-v6": {
			SubnetKey: "dcops/rack-1-v6", Subnet: netip.MustParsePrefix("2001:db8:4::/64"), MACAddress: "52:54:00:ab:cd:f1",
			Address: netip.MustParseAddr("2001:db8:4::20"),
		},
	}
	if fmt.Sprint(plan.Reservations) != fmt.Sprint(want) {
		t.Errorf("reservations\n%v\nwant\n%v", plan.Reservations, want)
	}
	wantWarnings := []string{
		"NetBoxIPAddress dcops/gateway is left out: its status is active, and only dhcp makes a reservation",
		"NetBoxIPAddress dcops/laptop is left out: its state is Pending",
		"NetBoxIPAddress dcops/no-mac is left out: it has no spec.macAddress, by which Kea could know the client",
		"NetBoxIPAddress dcops/nowhere is left out: no prefix that is served holds 192.0.2.9",
		"NetBoxIPAddress dcops/old-vm is left out: the range dcops/old-pool that its address would come from is left out: its status is deprecated",
		"NetBoxIPAddress dcops/typo is left out: the range dcops/vm-pol that its address would come from is not among the objects",
		"NetBoxIPRange dcops/kept is left out: its status is reserved, which is no pool; addresses may still be assigned from it",
		"NetBoxIPRange dcops/old-pool is left out: its status is deprecated",
		"NetBoxPrefix dcops/all is left out: its status is container",
		"NetBoxPrefix dcops/broken is left out: its state is Failed: NetBox answered 400",
		"NetBoxPrefix dcops/planned is left out: it has no status, so nothing says that it was created",
		"NetBoxSite dcops/hall-1: only the kinds NetBoxPrefix, NetBoxIPRange and NetBoxIPAddress are read",
	}
	if got := strings.Join(plan.Warnings, "\n"); got != strings.Join(wantWarnings, "\n") {
		t.Errorf("warnings\n%s\nwant\n%s", got, strings.Join(wantWarnings, "\n"))
	}
}

func TestSpecsAlone(t *testing.T) {
	plan := mustRead(t, Options{SpecsAlone: true}, manifests(t))
	if got, want := sortedKeys(plan.Subnets), "dcops/broken dcops/planned dcops/rack-1 dcops/rack-1-v6 dcops/vms"; got != want {
		t.Errorf("subnets %s, want %s", got, want)
	}
	if plan.Reservations["dcops/laptop"].Address != netip.MustParseAddr("10.4.0.21") {
		t.Errorf("reservations %v, want the laptop's too", plan.Reservations)
	}
}

// prefix, ipRange and ipAddress are objects as the API answers them.
func manifest(kind kind, name string, spec map[string]any) map[string]any {
	return map[string]any{
		"apiVersion": apiVersion, "kind": string(kind),
		"metadata": map[string]any{"name": name, "namespace": "ns", "uid": "b2a", "resourceVersion": "17"},
		"spec":     spec,
		"status":   map[string]any{"state": "Created", "netboxId": 7.0},
	}
}

func TestWrongInput(t *testing.T) {
	prefix := manifest(kindPrefix, "p", map[string]any{"prefix": "10.0.0.0/24"})
	pool := manifest(kindRange, "r", map[string]any{"startAddress": "10.0.0.10/24", "endAddress": "10.0.0.19/24"})
	ref := map[string]any{"kind": "NetBoxIPRange", "name": "r"}
	for want, element := range map[string]any{
		"NetBoxPrefix ns/x: spec.prefix: is required and missing":                                       manifest(kindPrefix, "x", map[string]any{}),
		"NetBoxPrefix ns/x: spec.prefix: has to be a string, not 7":                                     manifest(kindPrefix, "x", map[string]any{"prefix": 7.0}),
		`NetBoxPrefix ns/x: spec.prefix: "10.1.0.1/24" is no prefix without host bits`:                  manifest(kindPrefix, "x", map[string]any{"prefix": "10.1.0.1/24"}),
		"NetBoxPrefix ns/x: spec.prefix: 10.0.0.0/24 is also the prefix of ns/p":                        manifest(kindPrefix, "x", map[string]any{"prefix": "10.0.0.0/24"}),
		`NetBoxPrefix ns/x: spec.status: "live" is none of active, reserved`:                            manifest(kindPrefix, "x", map[string]any{"prefix": "10.1.0.0/24", "status": "live"}),
		"NetBoxPrefix ns/p: stands twice":                                                               prefix,
		"NetBoxIPRange ns/x: spec.endAddress: is required and missing":                                  manifest(kindRange, "x", map[string]any{"startAddress": "10.0.0.30"}),
		`NetBoxIPRange ns/x: spec.startAddress: "a" is no address`:                                      manifest(kindRange, "x", map[string]any{"startAddress": "a", "endAddress": "10.0.0.1"}),
		"NetBoxIPRange ns/x: spec.endAddress: 10.0.0.29 is before the start 10.0.0.30":                  manifest(kindRange, "x", map[string]any{"startAddress": "10.0.0.30/24", "endAddress": "10.0.0.29/24"}),
		"NetBoxIPRange ns/x: spec.endAddress: ::1 is of another family":                                 manifest(kindRange, "x", map[string]any{"startAddress": "10.0.0.30/24", "endAddress": "::1"}),
		"NetBoxIPRange ns/x: spec.markPopulated: has to be true or false, not a string":                 manifest(kindRange, "x", map[string]any{"startAddress": "10.0.0.30", "endAddress": "10.0.0.31", "markPopulated": "yes"}),
		"NetBoxIPRange ns/x: spec.startAddress: 10.0.0.19-10.0.0.31 overlaps with 10.0.0.10-10.0.0.19":  manifest(kindRange, "x", map[string]any{"startAddress": "10.0.0.19", "endAddress": "10.0.0.31"}),
		"NetBoxIPAddress ns/x: spec.address: is required, or ipRange to assign one from":                manifest(kindAddress, "x", map[string]any{"status": "dhcp"}),
		"NetBoxIPAddress ns/x: spec.address: 10.0.0.9 is outside the range 10.0.0.10-10.0.0.19 of ns/r": manifest(kindAddress, "x", map[string]any{"address": "10.0.0.9/24", "ipRange": ref}),
		`NetBoxIPAddress ns/x: spec.macAddress: "52:54" is not a MAC address`:                           manifest(kindAddress, "x", map[string]any{"address": "10.0.0.9/24", "macAddress": "52:54"}),
		"NetBoxIPAddress ns/x: spec.ipRange.name: is required and missing":                              manifest(kindAddress, "x", map[string]any{"ipRange": map[string]any{}}),
		"NetBoxIPAddress ns/x: spec.ipRange.kind: has to be NetBoxIPRange, not a string":                manifest(kindAddress, "x", map[string]any{"ipRange": map[string]any{"kind": "NetBoxPrefix", "name": "p"}}),
		"NetBoxIPAddress ns/x: spec: has to be an object, not null":                                     map[string]any{"apiVersion": apiVersion, "kind": "NetBoxIPAddress", "metadata": map[string]any{"name": "x", "namespace": "ns"}},
		"element 3 (NetBoxPrefix): metadata.name: is required and missing":                              map[string]any{"apiVersion": apiVersion, "kind": "NetBoxPrefix", "metadata": map[string]any{}},
		"element 3, document 2: is no YAML":                                                             "kind: List\nitems: []\n---\n[",
		"element 3, document 1: has to hold Kubernetes objects, not a string":                           "text",
		"element 3: it has neither a kind":                                                              map[string]any{"name": "x"},
		"element 3: id: has to be the object's number in NetBox, not null":                              map[string]any{"prefix": "10.1.0.0/24"},
		`NetBoxIPRange netbox/4: end_address: "b" is no address`:                                        map[string]any{"id": 4.0, "start_address": "10.0.0.40/24", "end_address": "b"},
		"element 3: has to be an object, a YAML text or a list of them, not true":                       true,
	} {
		_, err := Read([]any{prefix, pool, element}, Options{})
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v\nwant %s", err, want)
		}
	}
}

func TestAllErrorsAtOnce(t *testing.T) {
	_, err := Read([]any{
		manifest(kindPrefix, "a", map[string]any{"prefix": "x"}),
		manifest(kindRange, "b", map[string]any{"startAddress": "y"}),
		7.0,
	}, Options{})
	for _, want := range []string{"NetBoxPrefix ns/a", "NetBoxIPRange ns/b", "element 3"} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v does not name %s", err, want)
		}
	}
}

func TestContradictingReservations(t *testing.T) {
	prefix := manifest(kindPrefix, "p", map[string]any{"prefix": "10.0.0.0/24"})
	one := manifest(kindAddress, "one", map[string]any{"status": "dhcp", "address": "10.0.0.9/24", "macAddress": "52-54-00-00-00-01"})
	sameMAC := manifest(kindAddress, "two", map[string]any{"status": "dhcp", "address": "10.0.0.10/24", "macAddress": "5254.0000.0001"})
	sameAddress := manifest(kindAddress, "two", map[string]any{"status": "dhcp", "address": "10.0.0.9/24", "macAddress": "5254.0000.0002"})
	if _, err := Read([]any{prefix, one, sameMAC}, Options{}); err == nil || !strings.Contains(err.Error(), "ns/two: spec.macAddress: 52:54:00:00:00:01 is also that of ns/one") {
		t.Errorf("error %v, want the MAC address", err)
	}
	if _, err := Read([]any{prefix, one, sameAddress}, Options{}); err == nil || !strings.Contains(err.Error(), "ns/two: spec.address: 10.0.0.9 is also that of ns/one") {
		t.Errorf("error %v, want the address", err)
	}
}

func TestRenamingOneObjectTouchesNoOther(t *testing.T) {
	before := mustRead(t, Options{}, manifests(t))
	after := mustRead(t, Options{}, strings.ReplaceAll(manifests(t), "name: printer", "name: a-printer"))
	delete(before.Reservations, "dcops/printer")
	delete(after.Reservations, "dcops/a-printer")
	if fmt.Sprint(before.Reservations, before.Pools, before.Subnets) != fmt.Sprint(after.Reservations, after.Pools, after.Subnets) {
		t.Error("other objects changed with the name of one")
	}
}

// dataSources is what data.netbox_prefixes, netbox_ip_ranges and netbox_ip_addresses
// return, as Terraform hands it over.
func dataSources() []any {
	return []any{
		map[string]any{"id": "terraform-1", "limit": 0.0, "filter": nil, "prefixes": []any{
			map[string]any{"id": 11.0, "prefix": "10.8.0.0/16", "status": "container", "description": "", "vrf_id": 0.0, "tags": []any{}},
			map[string]any{"id": 12.0, "prefix": "10.8.1.0/24", "status": "active", "description": "Rack 1", "vlan_vid": 100.0, "tags": []any{"dhcp"}},
		}},
		[]any{
			map[string]any{"id": 21.0, "start_address": "10.8.1.100/24", "end_address": "10.8.1.199/24", "status": "active", "address_family": "IPv4", "custom_fields": map[string]any{}},
		},
		[]any{
			map[string]any{"id": 31.0, "ip_address": "10.8.1.20/24", "status": "dhcp", "dns_name": "pc.example.com", "description": "", "custom_fields": map[string]any{"mac_address": "AA:BB:CC:DD:EE:01"}},
			map[string]any{"id": 32.0, "ip_address": "10.8.1.21/24", "status": "dhcp", "dns_name": "", "description": "", "mac_address": "aabb.ccdd.ee02", "custom_fields": map[string]any{}},
			map[string]any{"id": 33.0, "ip_address": "10.8.1.22/24", "status": "quarantine", "custom_fields": nil},
			map[string]any{"id": 34.0, "ip_address": "10.8.1.23/24", "status": "dhcp", "custom_fields": nil},
		},
	}
}

func TestObjectsOfDataSources(t *testing.T) {
	plan := mustRead(t, Options{}, dataSources()...)
	if len(plan.Subnets) != 1 || plan.Subnets["netbox/12"].Description != "Rack 1" {
		t.Errorf("subnets %v", plan.Subnets)
	}
	if plan.Pools["netbox/21"].Range() != "10.8.1.100-10.8.1.199" {
		t.Errorf("pools %v", plan.Pools)
	}
	one, two := plan.Reservations["netbox/31"], plan.Reservations["netbox/32"]
	if len(plan.Reservations) != 2 || one.MACAddress != "aa:bb:cc:dd:ee:01" || one.Hostname != "pc.example.com" || two.MACAddress != "aa:bb:cc:dd:ee:02" {
		t.Errorf("reservations %v", plan.Reservations)
	}
	want := []string{
		"NetBoxIPAddress netbox/33 is left out: its status is quarantine, and only dhcp makes a reservation",
		"NetBoxIPAddress netbox/34 is left out: it has no mac_address, by which Kea could know the client",
		"NetBoxPrefix netbox/11 is left out: its status is container",
	}
	if !slices.Equal(plan.Warnings, want) {
		t.Errorf("warnings %q, want %q", plan.Warnings, want)
	}
}

func TestListsAndOtherVersions(t *testing.T) {
	other := manifest(kindPrefix, "other", map[string]any{"prefix": "10.9.0.0/24"})
	other["apiVersion"] = "netbox.dev/v1"
	gone := manifest(kindPrefix, "gone", map[string]any{"prefix": "10.9.1.0/24"})
	gone["metadata"].(map[string]any)["deletionTimestamp"] = "2026-01-01T00:00:00Z"
	plan := mustRead(t, Options{}, map[string]any{"kind": "NetBoxPrefixList", "items": []any{
		other, gone, manifest(kindPrefix, "p", map[string]any{"prefix": "10.9.2.0/24"}), nil,
	}})
	if sortedKeys(plan.Subnets) != "ns/p" || len(plan.Warnings) != 2 {
		t.Errorf("subnets %v, warnings %q", plan.Subnets, plan.Warnings)
	}
}

func FuzzRead(f *testing.F) {
	text, err := os.ReadFile("testdata/cluster.yaml")
	if err != nil {
		f.Fatal(err)
	}
	for _, document := range strings.SplitAfter(string(text), "---\n") {
		f.Add(document, true)
	}
	f.Add("[{id: 1, prefix: 10.0.0.0/8}, {id: 2, start_address: 10.0.0.1, end_address: 10.0.0.2}, {id: x, ip_address: '::'}]", false)
	f.Add("{prefixes: [{id: 1}], kind: ~}", false)
	f.Fuzz(func(t *testing.T, text string, specsAlone bool) {
		plan, err := Read([]any{text}, Options{SpecsAlone: specsAlone})
		if (plan == nil) == (err == nil) {
			t.Fatalf("plan %v, error %v: want one of the two", plan, err)
		}
		if plan == nil {
			return
		}
		for key, r := range plan.Reservations {
			if r.Subnet != plan.Subnets[r.SubnetKey].Prefix || r.Address.IsValid() == (r.AllocateFrom != "") {
				t.Errorf("%s: %+v", key, r)
			}
		}
	})
}

func TestExample(t *testing.T) {
	const dir = "../../examples/scenarios/netbox/from-git/plan/"
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var texts []any
	for _, entry := range entries {
		data, err := os.ReadFile(dir + entry.Name())
		if err != nil {
			t.Fatal(err)
		}
		texts = append(texts, string(data))
	}
	plan := mustRead(t, Options{SpecsAlone: true}, texts...)
	if len(plan.Subnets) != 1 || len(plan.Pools) != 1 || len(plan.Reservations) != 2 || len(plan.Warnings) != 0 {
		t.Errorf("plan %+v", plan)
	}
}
