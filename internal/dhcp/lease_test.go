package dhcp_test

import (
	"testing"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/dhcp"
)

func TestParseLeaseDuration(t *testing.T) {
	for _, c := range []struct {
		text    string
		seconds uint64
		form    string
	}{
		{"8d", 691200, "8d"}, {"192h", 691200, "8d"}, {"12h", 43200, "12h"}, {"1d12h", 129600, "1d12h"},
		{"90m", 5400, "1h30m"}, {"45s", 45, "45s"}, {"1d1s", 86401, "1d1s"}, {"unlimited", 0xFFFFFFFF, "unlimited"},
		{"Unlimited", 0xFFFFFFFF, "unlimited"}, {"4294967294s", 4294967294, "49710d6h28m14s"},
	} {
		d, err := dhcp.ParseLeaseDuration(c.text)
		if err != nil || d.Seconds() != c.seconds || d.String() != c.form {
			t.Errorf("%s: %d %s %v, want %d %s", c.text, d.Seconds(), d, err, c.seconds, c.form)
		}
		again, err := dhcp.ParseLeaseDuration(d.String())
		if err != nil || again != d {
			t.Errorf("%s does not read its own form %s: %v", c.text, d, err)
		}
	}
}

func TestParseLeaseDurationRefusals(t *testing.T) {
	for _, text := range []string{"", "8", "d", "0s", "0d", "-1d", "1.5h", "48:00:00", "8 d", "1h1d", "1d1d", "4294967295s", "99999999999d", "49711d", "8D", "8w", "forever"} {
		if d, err := dhcp.ParseLeaseDuration(text); err == nil {
			t.Errorf("%q was read as %s", text, d)
		}
	}
}

func TestLeaseDurationFromSeconds(t *testing.T) {
	for seconds, want := range map[int64]dhcp.LeaseDuration{-1: dhcp.Unlimited, 0xFFFFFFFF: dhcp.Unlimited, 922337203685: dhcp.Unlimited, 691200: 691200, 0: 0} {
		if got := dhcp.LeaseDurationFromSeconds(seconds); got != want {
			t.Errorf("%d: %s, want %s", seconds, got, want)
		}
	}
}
