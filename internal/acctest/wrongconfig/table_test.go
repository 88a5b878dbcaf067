package wrongconfig

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/acctest"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/lab"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/lab/keaapi"
)

// least is how many wrong configurations there are at least.
const least = 300

type changes = map[string]any

// family is the wrong configurations of one resource.
type family struct {
	resource string
	sound    changes // a configuration without a mistake
	mistakes []mistake
}

// mistake is a sound configuration with a change that is refused.
type mistake struct {
	at     string // path of the error: "gateway", "dns_servers[2]", "exclusions[*]" of a set
	change changes
}

// in gives one attribute each of some wrong values.
func in(attribute string, values ...any) []mistake {
	return at(attribute, attribute, values...)
}

// at is as in, where the error is at another path than the attribute.
func at(path, attribute string, values ...any) []mistake {
	var out []mistake
	for _, v := range values {
		out = append(out, mistake{at: path, change: changes{attribute: v}})
	}
	return out
}

// with is a mistake of several attributes together.
func with(path string, change changes) []mistake { return []mistake{{at: path, change: change}} }

var families = slices.Concat(scopes, scopesV6, members, membersV6, failovers, options, others, keaSubnets, keaPools, keaReservations, keaReservationSets, keaObjects)

// notIPv4 are texts that are no IPv4 address, each for another reason.
var notIPv4 = []any{"", "10.1.0", "10.1.0.256", "10.1.0.9/24", "010.1.0.9", "2001:db8::9", "gateway"}

// TestWrongConfigurations checks each configuration with a provider that is configured for
// a lab server, and that the server has not heard of any.
func TestWrongConfigurations(t *testing.T) {
	windows, kea := acctest.Windows(t, lab.Options{}), acctest.StartKea(t, keaapi.Options{})
	p := acctest.NewProtocol(t)
	block := changes{"host": "127.0.0.1", "port": windows.Servers[0].WinRM.Port(), "https": false, "username": lab.User, "password": lab.Password}
	if got := acctest.Messages(p.Configure(t, changes{"windows": block, "kea": changes{"endpoints": []any{kea.URL()}}})); got != "" {
		t.Fatal(got)
	}
	count := 0
	for _, f := range families {
		t.Run(f.resource, func(t *testing.T) {
			if got := acctest.Messages(p.Validate(t, f.resource, f.sound)); got != "" {
				t.Fatalf("the configuration without a mistake: %s", got)
			}
			for _, m := range f.mistakes {
				f.refused(t, p, m)
			}
		})
		count += len(f.mistakes)
	}
	if count < least {
		t.Errorf("%d wrong configurations, want %d", count, least)
	}
	t.Logf("%d wrong configurations", count)
	if calls := windows.Engine.Calls(); len(calls) > 0 {
		t.Errorf("the Windows server was asked: %v", calls)
	}
	if n := kea.Count(""); n > 0 {
		t.Errorf("the Kea server was asked %d times", n)
	}
}

func (f family) refused(t *testing.T, p *acctest.Protocol, m mistake) {
	t.Helper()
	config := maps.Clone(f.sound)
	maps.Copy(config, m.change)
	got := p.Validate(t, f.resource, config)
	for _, d := range got {
		if d.Severity == tfprotov6.DiagnosticSeverityError && pathOf(d) == m.at {
			return
		}
	}
	t.Errorf("%v: want an error at %s, got %q", m.change, m.at, acctest.Messages(got))
}

// pathOf writes the path of a diagnostic as HCL would, and a member of a set as [*].
func pathOf(d *tfprotov6.Diagnostic) string {
	if d.Attribute == nil {
		return ""
	}
	var b strings.Builder
	for _, s := range d.Attribute.Steps() {
		switch s := s.(type) {
		case tftypes.AttributeName:
			fmt.Fprintf(&b, ".%s", string(s))
		case tftypes.ElementKeyInt:
			fmt.Fprintf(&b, "[%d]", int64(s))
		case tftypes.ElementKeyString:
			fmt.Fprintf(&b, "[%q]", string(s))
		default:
			b.WriteString("[*]")
		}
	}
	return strings.TrimPrefix(b.String(), ".")
}

// flagsAlone are resources whose attributes take true and false only.
var flagsAlone = map[string]bool{"dhcp_mac_filter_list": true}

// TestEveryResourceHasMistakes keeps the table whole as resources are added.
func TestEveryResourceHasMistakes(t *testing.T) {
	schema, err := acctest.NewProtocol(t).Server.GetProviderSchema(t.Context(), &tfprotov6.GetProviderSchemaRequest{})
	if err != nil {
		t.Fatal(err)
	}
	covered := map[string]bool{}
	for _, f := range families {
		covered[f.resource] = len(f.mistakes) > 0
	}
	for name := range schema.ResourceSchemas {
		if !covered[name] && !flagsAlone[name] {
			t.Errorf("there is no wrong configuration of %s: add some to the table", name)
		}
	}
}
