package kea

import (
	"context"
	"strings"
	"testing"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/lab/keadaemon"
)

// samples are a good and a wrong value of each type.
var samples = map[string][2]string{
	"ipv4-address": {"192.0.2.1", "router.example.com"}, "ipv6-address": {"2001:db8::1", "192.0.2.1"}, "boolean": {"True", "yes"}, "fqdn": {"example.com", "a..b"},
	"uint8": {"255", "256"}, "uint16": {"0x10", "65536"}, "uint32": {"4294967295", "4294967296"}, "int32": {"-3600", "2147483648"},
}

// TestStandardOptions compares the table with real daemons: they take each good value, and
// refuse each wrong one.
func TestStandardOptions(t *testing.T) {
	for _, version := range []keadaemon.Version{keadaemon.V22, keadaemon.V30} {
		for _, family := range []Family{V4, V6} {
			t.Run(string(version)+" "+family.Service(), func(t *testing.T) {
				t.Parallel()
				daemon := keadaemon.Start(t, keadaemon.Options{Version: version, Service: family.Service(), Direct: version == keadaemon.V30})
				client, err := New(Config{Endpoints: []string{daemon.URL}})
				if err != nil {
					t.Fatal(err)
				}
				defer client.Close()
				base, err := client.first(family).document(context.Background())
				if err != nil {
					t.Fatal(err)
				}
				for _, d := range standardOptions() {
					if d.Space != family.Service() {
						continue
					}
					sample := samples[d.Type]
					for i, wanted := range []Option{{Name: d.Name, Data: sample[0]}, {Code: d.Code, Data: sample[1]}} {
						base.tree["option-data"] = mergeOptions(family, nil, []Option{wanted})
						_, err := client.first(family).call(context.Background(), "config-test", base.arguments())
						if (err == nil) != (i == 0) {
							t.Errorf("%s (%d): the server says %v of %q", d.Name, d.Code, err, wanted.Data)
						}
						if check := CheckOption(family, wanted, nil); (check == nil) != (i == 0) {
							t.Errorf("%s (%d): the check says %v of %q", d.Name, d.Code, check, wanted.Data)
						}
					}
				}
			})
		}
	}
}

func TestCheckOption(t *testing.T) {
	no := false
	own := []OptionDefinition{{Space: "dhcp4", Code: 224, Name: "badge", Type: "uint8"}}
	for _, c := range []struct {
		option Option
		want   string
	}{
		{Option{Name: "routers", Data: "192.0.2.1, 192.0.2.2"}, ""},
		{Option{Name: "routers", Data: "192.0.2.1, gateway"}, `routers (code 3) takes an IPv4 address, or several with commas between: "gateway" is none`},
		{Option{Code: 3, Data: "2001:db8::1"}, "takes an IPv4 address"},
		{Option{Name: "routers", Data: "C0000201", CSVFormat: &no}, ""},
		{Option{Name: "routers", Data: "192.0.2.1", CSVFormat: &no}, "neither hexadecimal digits"},
		{Option{Code: 43, Data: "0x01 02:aB", CSVFormat: &no}, ""},
		{Option{Code: 43, Data: "'text'", CSVFormat: &no}, ""},
		{Option{Name: "badge", Data: "300"}, "a number from 0 to 255"},
		{Option{Name: "badge", Data: "30"}, ""},
		{Option{Name: "routers", Space: "vendor-1", Data: "x"}, ""},
		{Option{Name: "unheard-of", Data: "x"}, ""},
		{Option{Name: "routers", Data: ""}, ""},
	} {
		err := CheckOption(V4, c.option, own)
		if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%+v: %v, want %q", c.option, err, c.want)
		}
	}
}
