package sitevalues

import (
	"encoding/json"
	"testing"
)

const wholeScope = `dhcp_values:
  scopeName: c
  network: 10.0.0.0
  subnetMask: 255.255.255.0
  startRange: 10.0.0.5
  endRange: 10.0.0.9
  leaseDurationDays: 8
  dns: {servers: [10.0.0.1]}
  exclusions: [{startAddress: 10.0.0.7, endAddress: 10.0.0.8}]
`

// FuzzParse checks that no text makes a panic, and that lines are found for all keys
// and elements of what Helm's parser reads: the two parsers agree on every file.
func FuzzParse(f *testing.F) {
	for _, text := range []string{
		wholeScope, "a: 1\n---\n", "\xff\xfea\x00:\x00 \x001\x00", "x: &x {a: 1}\ny: {<<: [*x, {b: 2}], c: *x}\n",
		"? on\n: !!str 1\n!!int '3': |\n  x\n", "~: 1", "a: *a", "{a: [b, {c: d}]} # e", "1e400: 1\n.nan: 2\n",
	} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		parsed, findings := parse("f", data)
		if (parsed == nil) != (len(findings) > 0) {
			t.Fatalf("file %v, findings %v: want one of the two", parsed, findings)
		}
		if parsed != nil {
			checkLines(t, parsed, parsed.values, nil)
		}
	})
}

func checkLines(t *testing.T, f *file, value any, at fieldPath) {
	if line, depth := f.line(at); depth != len(at) || line < 1 && len(at) > 0 {
		t.Fatalf("%s is found on line %d, %d steps of %d deep", at, line, depth, len(at))
	}
	switch value := value.(type) {
	case map[string]any:
		for key, v := range value {
			checkLines(t, f, v, at.with(key))
		}
	case []any:
		for i, v := range value {
			checkLines(t, f, v, at.with(i))
		}
	}
}

// FuzzRead checks that no tree makes a panic and that each cluster has either a payload
// or an error.
func FuzzRead(f *testing.F) {
	f.Add("dhcp_values: {gateway: '', description: x}", "dhcp_values: {failover: {mode: LoadBalance}}", wholeScope)
	f.Add("apiServer: {url: 'https://h:1/', tokenSecretRef: {name: a}}\ncrossplane: []", "dhcp_values: {failover: {}}", "dhcp_values: ~")
	f.Add("", "dhcp_values: {failover: {mode: HotStandby, serverRole: Active, relationshipName: r, partnerServer: p}}", wholeScope)
	layout := mustLayout(f, DefaultLayers...)
	f.Fuzz(func(t *testing.T, site, mce, own string) {
		result, err := Read(files("s/values.yaml", site, "s/m/values.yaml", mce, "s/m/c.yaml", own, "s/m/d.yml", own), "", layout)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range result.Clusters {
			failed := false
			for _, finding := range c.Findings {
				failed = failed || finding.Severity == Error
				if finding.Line < 1 || finding.File == "" || finding.Message == "" {
					t.Errorf("finding without place or message: %+v", finding)
				}
			}
			if failed == (c.Payload != nil) {
				t.Errorf("payload %v with findings %+v", c.Payload, c.Findings)
			}
		}
		if !json.Valid([]byte(result.Report().JSON())) {
			t.Error("the report is no JSON")
		}
	})
}
