package provider_test

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/netip"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/acctest"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/lab"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/lab/model"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/lab/winrmserver"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/provider"
)

// wireFaults are what can happen to a request and its reply.
var wireFaults = []struct {
	name  string
	fault winrmserver.Fault
}{
	{"access denied", winrmserver.Fault{Effect: winrmserver.FaultBefore, Code: 5, Subcode: "w:AccessDenied"}},
	{"quota", winrmserver.Fault{Effect: winrmserver.FaultBefore, Code: 2150859174, Subcode: "w:QuotaLimit"}},
	{"fault after", winrmserver.Fault{Effect: winrmserver.FaultAfter, Code: 2150859230}},
	{"HTTP 401", winrmserver.Fault{Effect: winrmserver.StatusBefore, Status: http.StatusUnauthorized}},
	{"HTTP 403", winrmserver.Fault{Effect: winrmserver.StatusBefore, Status: http.StatusForbidden}},
	{"HTTP 500", winrmserver.Fault{Effect: winrmserver.StatusBefore, Status: http.StatusInternalServerError}},
	{"HTTP 503", winrmserver.Fault{Effect: winrmserver.StatusBefore, Status: http.StatusServiceUnavailable}},
	{"cut before", winrmserver.Fault{Effect: winrmserver.CutBefore}},
	{"cut after", winrmserver.Fault{Effect: winrmserver.CutAfter}},
	{"cut in the reply", winrmserver.Fault{Effect: winrmserver.CutReply}},
	{"hang before", winrmserver.Fault{Effect: winrmserver.HangBefore}},
	{"hang after", winrmserver.Fault{Effect: winrmserver.HangAfter}},
	{"late", winrmserver.Fault{Effect: winrmserver.Late, Delay: 71 * time.Second}},
	{"empty", winrmserver.Fault{Effect: winrmserver.Empty}},
	{"malformed", winrmserver.Fault{Effect: winrmserver.Malformed}},
	{"truncated", winrmserver.Fault{Effect: winrmserver.Truncated}},
	{"tampered", winrmserver.Fault{Effect: winrmserver.Tampered}},
	{"damaged output", winrmserver.Fault{Effect: winrmserver.BadBase64}},
	{"without exit code", winrmserver.Fault{Effect: winrmserver.NoExitCode}},
	{"gone before", winrmserver.Fault{Effect: winrmserver.CutBefore, Lasts: true}},
	{"gone after", winrmserver.Fault{Effect: winrmserver.CutAfter, Lasts: true}},
	{"silent", winrmserver.Fault{Effect: winrmserver.HangAfter, Lasts: true}},
}

// site is a lab, reached in memory and on the fake clock.
type site struct {
	*acctest.WindowsLab
	winrm *winrmserver.Server
	pipe  *winrmserver.Pipe

	providers int // that were started
}

func newSite(t *testing.T, k kind) *site {
	t.Helper()
	s := &site{pipe: winrmserver.NewPipe()}
	first := true
	s.WindowsLab = acctest.Windows(t, lab.Options{Engine: lab.Builtin, Servers: 2, WinRM: func(o *winrmserver.Options) {
		acctest.Delegated(o)
		if o.Listener = winrmserver.NewPipe(); first {
			o.Listener, first = s.pipe, false
		}
	}})
	s.winrm = s.Servers[0].WinRM
	if k.before != nil {
		k.before(s.WindowsLab)
	}
	s.Engine.Reset()
	return s
}

// provider starts a provider as each command of Terraform does.
func (s *site) provider(t *testing.T) *acctest.Protocol {
	t.Helper()
	s.providers++
	p := acctest.ProtocolOf(t, provider.Dialing(s.pipe.Dial))
	block := attributes{"host": "dhcp1.lab.example", "https": false, "username": lab.User, "password": lab.Password}
	if got := acctest.Messages(p.Configure(t, attributes{"windows": block})); got != "" {
		t.Fatal(got)
	}
	return p
}

// stands is everything that the tests' resources manage, as the server itself tells it.
func (s *site) stands() string {
	var b strings.Builder
	tell := func(server *lab.Server, cmdlet string, params model.Params) {
		for _, row := range server.Invoke(model.Logon{Delegated: true}, cmdlet, params).Rows {
			delete(row.Properties, "State")
			if cmdlet == "Get-DhcpServerv4Scope" { // of a relationship it changes by itself
				row.Properties["State"] = ""
			}
			fmt.Fprintln(&b, server.Name(), cmdlet, row.Properties)
		}
	}
	for _, server := range s.Servers {
		for _, cmdlet := range []string{
			"Get-DhcpServerAuditLog", "Get-DhcpServerDatabase", "Get-DhcpServerInDC", "Get-DhcpServerSetting", "Get-DhcpServerv4Binding", "Get-DhcpServerv4Class", "Get-DhcpServerv4DnsSetting",
			"Get-DhcpServerv4Failover", "Get-DhcpServerv4Filter", "Get-DhcpServerv4FilterList", "Get-DhcpServerv4MulticastExclusionRange", "Get-DhcpServerv4MulticastScope", "Get-DhcpServerv4OptionDefinition",
			"Get-DhcpServerv4Superscope", "Get-DhcpServerv6Scope",
		} {
			tell(server, cmdlet, nil)
		}
		for _, row := range server.Invoke(model.Logon{Delegated: true}, "Get-DhcpServerv4Scope", nil).Rows {
			id := row.Properties["ScopeId"].(netip.Addr)
			fmt.Fprintln(&b, row.Properties)
			for _, cmdlet := range []string{"Get-DhcpServerv4DnsSetting", "Get-DhcpServerv4OptionValue", "Get-DhcpServerv4Policy", "Get-DhcpServerv4Reservation"} {
				tell(server, cmdlet, model.Params{"ScopeId": id})
			}
			for _, cmdlet := range []string{"Get-DhcpServerv4ExclusionRange", "Get-DhcpServerv4PolicyIPRange"} {
				tell(server, cmdlet, model.Params{"ScopeId": []netip.Addr{id}})
			}
		}
		for _, row := range server.Invoke(model.Logon{Delegated: true}, "Get-DhcpServerv6Scope", nil).Rows {
			prefix := row.Properties["Prefix"].(netip.Addr)
			tell(server, "Get-DhcpServerv6ExclusionRange", model.Params{"Prefix": []netip.Addr{prefix}})
			tell(server, "Get-DhcpServerv6Reservation", model.Params{"Prefix": prefix})
		}
	}
	return b.String()
}

// requests counts all requests so far.
func (s *site) requests() int { return len(s.winrm.Log()) }

// changesRun counts each call that changes something, by cmdlet and parameters.
func (s *site) changesRun() map[string]int {
	ran := map[string]int{}
	for _, c := range s.Engine.Calls() {
		if !strings.HasPrefix(c.Cmdlet, "Get-") {
			ran[fmt.Sprint(c.Cmdlet, c.Params)]++
		}
	}
	return ran
}

// deed is one of create, change and delete of a kind: the configurations before and after.
type deed struct {
	name     string
	kind     kind
	from, to attributes
}

func (k kind) deeds() []deed {
	out := []deed{{"create", k, nil, k.made}, {"delete", k, k.made, nil}}
	if k.changed != nil {
		out = append(out, deed{"change", k, k.made, k.changed})
	}
	return out
}

// outcome is how a deed goes without a fault: the control.
type outcome struct {
	requests int
	ran      map[string]int
	stands   string
}

// prepare makes what stands before the deed.
func (d deed) prepare(t *testing.T) (*site, acctest.Instance) {
	t.Helper()
	s := newSite(t, d.kind)
	p := s.provider(t)
	i := p.Absent(d.kind.resource)
	if d.from != nil {
		var diags []*tfprotov6.Diagnostic
		if i, diags = p.Apply(t, i, d.from); acctest.Messages(errors(diags)) != "" {
			t.Fatal(acctest.Messages(diags))
		}
	}
	s.Engine.Reset()
	return s, i
}

func (d deed) soundly(t *testing.T) (o outcome) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		s, i := d.prepare(t)
		before := s.requests()
		i, diags := s.provider(t).Apply(t, i, d.to)
		if got := acctest.Messages(errors(diags)); got != "" {
			t.Fatalf("without a fault: %s", got)
		}
		o = outcome{requests: s.requests() - before, ran: s.changesRun(), stands: s.stands()}
		d.converge(t, s, i, o)
		s.rest(t)
	})
	return o
}

// rest lets everything end that was begun. What is left of a provider then is the one
// connection that it keeps for its next command.
func (s *site) rest(t *testing.T) {
	t.Helper()
	time.Sleep(20 * time.Minute)
	if n := s.winrm.OpenConnections(); n > s.providers {
		t.Errorf("%d connections are left of %d providers", n, s.providers)
	}
}

// unsure are the words of an error after which nobody knows what the server has.
var unsure = regexp.MustCompile(`unknown whether|may have|is not known`)

// strike lets one request of the deed meet a fault, checks that what comes out is true,
// and applies once more.
func (d deed) strike(t *testing.T, f winrmserver.Fault, want outcome) (failed bool) {
	s, i := d.prepare(t)
	before := s.stands()
	s.winrm.Inject(f)
	now, diags := s.provider(t).Apply(t, i, d.to)
	if f.Effect == winrmserver.FaultAfter || f.Lasts {
		s.winrm.ExpireShells() // nobody could know of them, or end them
	}
	s.rest(t)
	told := acctest.Messages(errors(diags))
	if n := s.winrm.Fired(); n != 1 && !f.Lasts || n < 1 {
		t.Errorf("the fault struck %d times", s.winrm.Fired())
	}
	s.winrm.ClearFaults()
	for call, n := range s.changesRun() {
		if n > max(want.ran[call], 1) {
			t.Errorf("%s ran %d times", call, n)
		}
	}
	stands := s.stands()
	switch {
	case told == "" && stands != want.stands:
		t.Errorf("success, and the server has\n%s\nnot\n%s", stands, want.stands)
	case told != "" && stands != before && !now.InState() && !i.InState() && !unsure.MatchString(told):
		t.Errorf("%s and without a word of it the server has\n%s", told, stands)
	}
	refreshed, diags := s.provider(t).Refresh(t, now)
	if got := acctest.Messages(errors(diags)); got != "" {
		t.Errorf("the next refresh: %s", got)
	}
	if !refreshed.Same(now) && !unsure.MatchString(told) {
		t.Errorf("%s the state is\n%v\nand the server has\n%v", told, now, refreshed)
	}
	d.converge(t, s, refreshed, want)
	return told != ""
}

var importHint = regexp.MustCompile(`Import it[^(]*\(id:? ([^)]+)\)`)

// converge applies as the next run of Terraform does, and wants it done.
func (d deed) converge(t *testing.T, s *site, i acctest.Instance, want outcome) {
	t.Helper()
	i, diags := s.provider(t).Apply(t, i, d.to)
	if id := importHint.FindStringSubmatch(acctest.Messages(diags)); id != nil && !i.InState() {
		if i, diags = s.provider(t).Import(t, d.kind.resource, id[1]); acctest.Messages(errors(diags)) == "" {
			i, diags = s.provider(t).Apply(t, i, d.to)
		}
	}
	if got := acctest.Messages(errors(diags)); got != "" {
		t.Errorf("the next apply: %s", got)
		return
	}
	if stands := s.stands(); stands != want.stands {
		t.Errorf("after the next apply the server has\n%s\nnot\n%s", stands, want.stands)
	}
	if d.to != nil && s.provider(t).Differs(t, i, d.to) {
		t.Errorf("a further plan is not empty: %v", i)
	}
}

func errors(diags []*tfprotov6.Diagnostic) []*tfprotov6.Diagnostic {
	return slices.DeleteFunc(slices.Clone(diags), func(d *tfprotov6.Diagnostic) bool { return d.Severity != tfprotov6.DiagnosticSeverityError })
}

// TestObjectsSurviveTransportFaults creates, changes and deletes each kind of object, and
// lets a request meet a fault. Each kind meets each fault once, in a random deed at a
// random request; with DHCP_TEST_FAULTS=all each request of each deed meets each.
func TestObjectsSurviveTransportFaults(t *testing.T) {
	seed := number(t, "DHCP_TEST_SEED", 1)
	all := os.Getenv("DHCP_TEST_FAULTS") == "all"
	t.Logf("DHCP_TEST_SEED=%d, DHCP_TEST_FAULTS=all: %t", seed, all)
	random := rand.New(rand.NewPCG(uint64(seed), 0))
	cases, failed := 0, 0
	for _, k := range kinds {
		controls := map[string]outcome{}
		for _, d := range k.deeds() {
			controls[d.name] = d.soundly(t)
		}
		for _, w := range wireFaults {
			for _, n := range chosen(k, controls, all, random) {
				cases++
				t.Run(fmt.Sprintf("%s/%s/%s/request %d of %d", k.resource, n.deed.name, w.name, n.call, controls[n.deed.name].requests), func(t *testing.T) {
					synctest.Test(t, func(t *testing.T) {
						f := w.fault
						f.Call = n.call
						if n.deed.strike(t, f, controls[n.deed.name]) {
							failed++
						}
					})
				})
			}
		}
	}
	t.Logf("%d cases, %d of them with an error", cases, failed)
}

// place is where a fault strikes.
type place struct {
	deed deed
	call int
}

// chosen are the places at which a fault strikes a kind: all, or one of them.
func chosen(k kind, controls map[string]outcome, all bool, random *rand.Rand) (places []place) {
	for _, d := range k.deeds() {
		for n := range controls[d.name].requests {
			places = append(places, place{d, n + 1})
		}
	}
	if !all {
		at := random.IntN(len(places))
		places = places[at : at+1]
	}
	return places
}
