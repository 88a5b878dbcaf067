package sitevalues

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

func scopeOf(network, more string) string {
	return fmt.Sprintf(`dhcp_values: {scopeName: s, network: %s.0, subnetMask: 255.255.255.0, startRange: %s.10, endRange: %s.20,
  leaseDurationDays: 8, description: "", gateway: "", dns: {servers: [10.0.0.1]}%s}`, network, network, network, more)
}

func keys(r *Result) []string {
	var keys []string
	for _, c := range r.Clusters {
		keys = append(keys, c.Key)
	}
	return keys
}

func TestSelect(t *testing.T) {
	fsys := files(
		"a/values.yaml", "",
		"a/m1/blue.yaml", scopeOf("10.1.1", ""),
		"a/m1/green.yaml", "][",
		"a/m2/blue.yaml", scopeOf("10.1.2", ""),
		"b/values.yaml", "[]",
		"b/m1/blue.yaml", scopeOf("10.1.3", ""),
		"b/m2/red.yaml", scopeOf("10.1.4", ""),
		"notes.yaml", "",
	)
	for _, c := range []struct {
		include, exclude, want, findings []string
	}{
		{nil, nil, []string{"a/m1/blue", "a/m1/green", "a/m2/blue", "b/m1/blue", "b/m2/red"}, []string{"a/m1/green.yaml", "b/values.yaml", "notes.yaml"}},
		{[]string{"a"}, []string{"a/m1/green"}, []string{"a/m1/blue", "a/m2/blue"}, []string{"notes.yaml"}},
		{[]string{"*/m1/bl*", "a/m2"}, nil, []string{"a/m1/blue", "a/m2/blue", "b/m1/blue"}, []string{"b/values.yaml", "notes.yaml"}},
		{nil, []string{"*/m1"}, []string{"a/m2/blue", "b/m2/red"}, []string{"b/values.yaml", "notes.yaml"}},
	} {
		selection, err := NewSelection(c.include, c.exclude)
		if err != nil {
			t.Fatal(err)
		}
		result, err := read(t, fsys, DefaultLayers...).Select(selection)
		if err != nil {
			t.Fatal(err)
		}
		if got := keys(result); !slices.Equal(got, c.want) {
			t.Errorf("include %q, exclude %q: clusters %q, want %q", c.include, c.exclude, got, c.want)
		}
		var names []string
		for _, f := range result.Findings {
			names = append(names, strings.TrimPrefix(f.File, "sites/"))
		}
		if !slices.Equal(names, c.findings) {
			t.Errorf("include %q, exclude %q: findings about %q, want %q", c.include, c.exclude, names, c.findings)
		}
	}
	misspelt, err := NewSelection([]string{"c"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := read(t, fsys, DefaultLayers...).Select(misspelt); err == nil {
		t.Error("a pattern that includes nothing is no error")
	}
	for _, bad := range []string{"", "/a", "a/", "[a"} {
		if _, err := NewSelection(nil, []string{bad}); err == nil {
			t.Errorf("pattern %q is no error", bad)
		}
	}
}

const standby = ", failover: {relationshipName: r, partnerServer: %s, mode: HotStandby, serverRole: Active}"

func TestRelationships(t *testing.T) {
	result := read(t, files(
		"a/m/one.yaml", scopeOf("10.1.1", fmt.Sprintf(standby, "dhcp-b")),
		"a/m/two.yaml", scopeOf("10.1.2", fmt.Sprintf(standby, "DHCP-B")),
		"a/m/three.yaml", scopeOf("10.1.3", ", failover: {relationshipName: other, partnerServer: p, mode: LoadBalance, loadBalancePercent: 40}"),
		"a/m/none.yaml", scopeOf("10.1.4", ""),
	), DefaultLayers...)
	groups, conflicts := result.Relationships()
	if len(groups) != 2 || len(groups["other"].Networks) != 1 {
		t.Fatalf("relationships %v, want r and other", groups)
	}
	if got := groups["r"]; !slices.Equal(got.Networks, []string{"10.1.1.0", "10.1.2.0"}) || got.PartnerServer != "dhcp-b" {
		t.Errorf("relationship r is %+v", got)
	}
	if len(conflicts) != 0 {
		t.Errorf("conflicts %v", conflicts)
	}
}

func TestRelationshipConflict(t *testing.T) {
	result := read(t, files(
		"a/m/one.yaml", scopeOf("10.1.1", fmt.Sprintf(standby, "dhcp-b")),
		"a/m/three.yaml", scopeOf("10.1.3", ", failover: {relationshipName: r, partnerServer: dhcp-b, mode: HotStandby, serverRole: Active, reservePercent: 7}"),
		"a/m/two.yaml", "\n"+scopeOf("10.1.2", fmt.Sprintf(standby, "dhcp-c")),
	), DefaultLayers...)
	groups, conflicts := result.Relationships()
	got := groups["r"]
	if got == nil || got.PartnerServer != "dhcp-b" || len(got.Networks) != 3 {
		t.Errorf("relationship %+v, want the partner of the first cluster and all scopes", got)
	}
	if got.ReservePercent != 7 {
		t.Errorf("reserve of %d %%, want what the one cluster says that says it", got.ReservePercent)
	}
	findings := places(conflicts)
	if want := "sites/a/m/two.yaml:3 FAILOVER_CONFLICT dhcp_values.failover.partnerServer"; findings != want {
		t.Errorf("findings %q, want %q", findings, want)
	}
}

func TestMergeTexts(t *testing.T) {
	got, err := MergeTexts([]string{"a: {b: 1, c: [1, ~]}\nnum: 1", "", "a: {b: ~, d: yes}\nnum: 9007199254740993"})
	if err != nil || fmt.Sprint(got) != "map[a:map[c:[1 <nil>] d:true] num:9007199254740993]" {
		t.Errorf("got %v, %v", got, err)
	}
	_, err = MergeTexts([]string{"a: 1\na: 2", "b: 1", "- 1"})
	if err == nil || !strings.Contains(err.Error(), "text 1:2: YAML_DUPLICATE_KEY a:") || !strings.Contains(err.Error(), "text 3:1: YAML_NOT_A_MAP:") {
		t.Errorf("error %v, want both broken texts", err)
	}
}
