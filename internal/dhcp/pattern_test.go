package dhcp_test

import (
	"testing"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/dhcp"
)

func TestParseBytePattern(t *testing.T) {
	for text, want := range map[string]string{
		"aa:bb:cc:dd:ee:ff": "AA-BB-CC-DD-EE-FF", "aabb.ccdd.eeff": "AA-BB-CC-DD-EE-FF", "00155D*": "00-15-5D-*", "00-15-5d-*": "00-15-5D-*",
		"AA-BB-CC-*-*-*": "AA-BB-CC-*", "*dd-ee": "*-DD-EE", "*-dd-ee-*": "*-DD-EE-*", "1-2": "01-02",
		"": "", "*": "", "zz*": "", "aab*": "", "aa-*-bb": "", "aa-": "",
	} {
		p, err := dhcp.ParseBytePattern(text)
		if got := p.String(); (err == nil) != (want != "") || err == nil && got != want {
			t.Errorf("%q: %q, %v, want %q", text, got, err, want)
		}
	}
}

func TestParseMACPattern(t *testing.T) {
	for text, ok := range map[string]bool{
		"aa-bb-cc-dd-ee-ff": true, "aa-*": true, "aabbccddee*": true,
		"aa-bb-cc-dd-ee": false, "aa-bb-cc-dd-ee-ff-*": false, "*-ee-ff": false, "aa-bb-cc-dd-ee-ff-00": false,
	} {
		if _, err := dhcp.ParseMACPattern(text); (err == nil) != ok {
			t.Errorf("%q: %v", text, err)
		}
	}
}
