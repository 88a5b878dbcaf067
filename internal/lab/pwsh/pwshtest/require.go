// Package pwshtest decides whether a test that needs PowerShell runs.
package pwshtest

import (
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/lab/pwsh"
)

// Require returns the path of PowerShell 7. Without one the test is skipped, or fails when
// the variable DHCP_TEST_REQUIRE lists "pwsh".
func Require(t testing.TB) string {
	t.Helper()
	path, err := pwsh.Find()
	if err == nil {
		return path
	}
	if slices.Contains(strings.Split(os.Getenv("DHCP_TEST_REQUIRE"), ","), "pwsh") {
		t.Fatal(err)
	}
	t.Skip(err)
	return ""
}
