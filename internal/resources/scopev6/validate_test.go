package scopev6_test

import (
	"maps"
	"strings"
	"testing"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/acctest"
)

func lab(changes map[string]any) map[string]any {
	config := map[string]any{"name": "Lab", "prefix": "2001:db8:0:1::"}
	maps.Copy(config, changes)
	return config
}

func TestConfigurations(t *testing.T) {
	type changes = map[string]any
	p := acctest.NewProtocol(t)
	for _, c := range []struct {
		name    string
		changes changes
		want    string // in one line of the messages; "" means that there is none
	}{
		{"plain", nil, ""},
		{"with the length", changes{"prefix": "2001:DB8:0:1:0::/64"}, ""},
		{"unknown", changes{"prefix": acctest.Unknown, "preferred_lifetime": acctest.Unknown, "t1": "30d"}, ""},
		{"all times", changes{"preferred_lifetime": "4d", "valid_lifetime": "6d", "t1": "1d", "t2": "3d"}, ""},
		{"another length", changes{"prefix": "2001:db8::/48"}, `("prefix"): Invalid prefix of an IPv6 scope: "2001:db8::/48" is not the prefix of an IPv6 scope: every scope of the server is a /64`},
		{"bits of hosts", changes{"prefix": "2001:db8:0:1::5"}, `("prefix"): Invalid prefix of an IPv6 scope: 2001:db8:0:1::5 has bits set beyond the first 64`},
		{"link-local", changes{"prefix": "fe80::"}, `("prefix")`},
		{"IPv4", changes{"prefix": "10.1.0.0"}, `("prefix")`},
		{"mapped", changes{"prefix": "::ffff:c000:200"}, `("prefix")`},
		{"preferred above valid", changes{"preferred_lifetime": "13d"}, `("preferred_lifetime"): Invalid IPv6 DHCP scope: The preferred lifetime 13d is longer than the valid one, 12d`},
		{"equal lifetimes", changes{"preferred_lifetime": "12d"}, `warning at ("valid_lifetime")`},
		{"T1 above T2", changes{"t1": "7d"}, `("t1"): Invalid IPv6 DHCP scope: T1, 7d, must be shorter than T2`},
		{"T2 above preferred", changes{"t2": "9d"}, `("t2"): Invalid IPv6 DHCP scope: T2, 9d, must be shorter than the preferred lifetime, 8d`},
		{"preference", changes{"preference": 256}, `("preference")`},
		{"empty name", changes{"name": ""}, `("name")`},
		{"control character", changes{"description": "a\x07b"}, `("description")`},
		{"state", changes{"state": "Asleep"}, `("state")`},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := acctest.Messages(p.Validate(t, "dhcp_scope_v6", lab(c.changes)))
			if c.want == "" && got != "" || !strings.Contains(got, c.want) {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}
