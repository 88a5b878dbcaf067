package keadaemon

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// A Version is a release series of Kea.
type Version string

// The versions that the tests run against.
const (
	V22 Version = "2.2"
	V26 Version = "2.6"
	V30 Version = "3.0"
)

// hooksDirectory is where Debian keeps hook libraries.
const hooksDirectory = "/usr/lib/x86_64-linux-gnu/kea/hooks"

// Cache is the directory with the chroots: DHCP_TEST_KEA_CACHE, or the user's cache.
func Cache() string {
	if dir := os.Getenv("DHCP_TEST_KEA_CACHE"); dir != "" {
		return dir
	}
	home, err := os.UserHomeDir()
	if err != nil {
		home = "/root"
	}
	return filepath.Join(home, ".cache", "terraform-provider-dhcp")
}

// root is the directory that a version's files are in.
func (v Version) root() string {
	if v == V22 {
		return "/"
	}
	return filepath.Join(Cache(), "kea-"+string(v))
}

// Need skips a test when a version is not installed, or when the test does not run as
// root, which starting daemons as another user takes. Where DHCP_TEST_REQUIRE names kea,
// the test fails instead.
func Need(t testing.TB, v Version) {
	t.Helper()
	if os.Geteuid() != 0 {
		missing(t, "real Kea daemons need root: they are started as an unprivileged user")
	}
	for _, name := range []string{"kea-dhcp4", "kea-ctrl-agent"} {
		if _, err := os.Stat(filepath.Join(v.root(), "usr/sbin", name)); err != nil {
			missing(t, "Kea "+string(v)+" is not installed: run internal/lab/keadaemon/prepare.sh")
		}
	}
}

func missing(t testing.TB, why string) {
	t.Helper()
	if slices.Contains(strings.Split(os.Getenv("DHCP_TEST_REQUIRE"), ","), "kea") {
		t.Fatal(why)
	}
	t.Skip(why)
}
