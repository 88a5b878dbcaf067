package dhcp_test

import (
	"strings"
	"testing"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/dhcp"
)

func TestParseClientID(t *testing.T) {
	for text, want := range map[string]string{
		"AA-BB-CC-DD-EE-FF":       "aa-bb-cc-dd-ee-ff",
		"aa:bb:cc:dd:ee:ff":       "aa-bb-cc-dd-ee-ff",
		"aabb.ccdd.eeff":          "aa-bb-cc-dd-ee-ff",
		"aabbccddeeff":            "aa-bb-cc-dd-ee-ff",
		"0xAABBCCDDEEFF":          "aa-bb-cc-dd-ee-ff",
		"0:1:2:a:b:c":             "00-01-02-0a-0b-0c",
		"01-aa-bb-cc-dd-ee-ff":    "01-aa-bb-cc-dd-ee-ff",
		"ff:00:01":                "ff-00-01",
		"7":                       "",
		"abc":                     "",
		"":                        "",
		"aa-bb:cc":                "",
		"aa--bb":                  "",
		"zz-zz":                   "",
		"aaa-bbb":                 "",
		"aa bb":                   "",
		strings.Repeat("ab", 255): strings.TrimSuffix(strings.Repeat("ab-", 255), "-"),
		strings.Repeat("ab", 256): "",
	} {
		id, err := dhcp.ParseClientID(text)
		if got := id.String(); got != want || (err == nil) != (want != "") {
			t.Errorf("%q: %q %v, want %q", text, got, err, want)
		}
	}
	id, err := dhcp.ParseMAC("AABB.CCDD.EEFF")
	if err != nil || id.Colons() != "aa:bb:cc:dd:ee:ff" {
		t.Errorf("got %s, %v", id.Colons(), err)
	}
	if _, err := dhcp.ParseMAC("01-aa-bb-cc-dd-ee-ff"); err == nil {
		t.Error("seven bytes were taken for a MAC address")
	}
}

func TestSameHost(t *testing.T) {
	for _, c := range []struct {
		a, b string
		same bool
	}{
		{"DHCP2", "dhcp2.lab.example", true}, {"dhcp2.lab.example.", "DHCP2.LAB.EXAMPLE", true},
		{"dhcp2.a.example", "dhcp2.b.example", false}, {"dhcp2", "dhcp22", false}, {"192.0.2.12", "192.0.2.12", true},
		{"192.0.2.12", "::ffff:192.0.2.12", true}, {"192.0.2.12", "192", false}, {"192.0.2.12", "dhcp2", false}, {"", "", false},
	} {
		if dhcp.SameHost(c.a, c.b) != c.same || dhcp.SameHost(c.b, c.a) != c.same {
			t.Errorf("%q and %q: want %t", c.a, c.b, c.same)
		}
	}
	if !dhcp.SameHostAsAny("192.0.2.12", "dhcp2", "192.0.2.12") || dhcp.SameHostAsAny("dhcp3", "dhcp2") {
		t.Error("a host is not compared with each of its names")
	}
}

func TestTexts(t *testing.T) {
	refused(t, dhcp.CheckText("Büro 'größer' 办公室 🖨", 20), "")
	refused(t, dhcp.CheckText("🖨🖨", 3), "has 4 characters")
	refused(t, dhcp.CheckText("a\x00b", 20), "U+0000")
	refused(t, dhcp.CheckName("", 20), "empty")
	refused(t, dhcp.CheckDomain("lab example"), "blank")
	refused(t, dhcp.CheckDomain(strings.Repeat("a", 257)), "257 characters")
	refused(t, dhcp.CheckDomain("lab.example"), "")
}
