package provider_test

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/windows/cmdlet"
)

var (
	cmdletRow  = regexp.MustCompile("(?m)^\\| `([^`]+)` \\| (.*) \\| (.*) \\|$")
	cmdletType = regexp.MustCompile(`\[[^\]]+\]\(\.\./(resources|data-sources|actions)/(\w+)\.md\)`)
)

// TestCmdletsGuide checks that the guide to cmdlets has each cmdlet once, in order, that
// what it links to is in the provider, and that a cmdlet without a type has a reason.
func TestCmdletsGuide(t *testing.T) {
	guide, err := os.ReadFile("../../templates/guides/cmdlets.md")
	if err != nil {
		t.Fatal(err)
	}
	offered := typesOffered()
	var names []string
	for _, m := range cmdletRow.FindAllStringSubmatch(string(guide), -1) {
		names = append(names, m[1])
		types := cmdletType.FindAllStringSubmatch(m[2], -1)
		if len(types) == 0 && (m[2] != "none" || m[3] == "") {
			t.Errorf("%s is reached by %q, and the reason is %q", m[1], m[2], m[3])
		}
		for _, typ := range types {
			if !slices.Contains(offered[typ[1]], "dhcp_"+typ[2]) {
				t.Errorf("%s names %s/%s, which the provider does not have", m[1], typ[1], typ[2])
			}
		}
	}
	if want := cmdlet.Names(); !slices.Equal(names, want) {
		t.Errorf("the guide lists %d cmdlets:\n%s\nthe module has %d:\n%s", len(names), strings.Join(names, "\n"), len(want), strings.Join(want, "\n"))
	}
}
