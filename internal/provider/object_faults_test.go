package provider_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"regexp"
	"slices"
	"testing"
	"testing/synctest"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/acctest"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/lab/keaapi"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/lab/winrmserver"
)

type attributes = map[string]any

// kind is a resource with what is done to it in the tests of faults.
type kind struct {
	resource      string
	open          func(t *testing.T) site // a server with what the resource needs
	made, changed attributes              // changed is nil where nothing of it can change
}

// site is a server that is reached in memory and on the fake clock.
type site interface {
	// provider starts a provider, as each command of Terraform does.
	provider(t *testing.T) *acctest.Protocol
	// stands is everything that the tests' resources manage, as the server itself tells it.
	stands() string
	// requests counts all requests so far.
	requests() int
	// changesRun counts each call that changed something since forget.
	changesRun() map[string]int
	forget()
	// again is how often a call may run once more after a fault.
	again() int
	// suffer lets the n-th request from now on meet a fault.
	suffer(f fault, n int)
	// recover ends the fault, and everything that was begun. It tells how often the fault
	// struck, and fails the test when something is left.
	recover(t *testing.T, f fault) (struck int)
}

// fault is what can happen to a request and its answer, at one of the two servers.
type fault struct {
	name    string
	windows winrmserver.Fault
	kea     keaapi.Fault
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
func (d deed) prepare(t *testing.T) (site, acctest.Instance) {
	t.Helper()
	s := d.kind.open(t)
	p := s.provider(t)
	i := p.Absent(d.kind.resource)
	if d.from != nil {
		var diags []*tfprotov6.Diagnostic
		if i, diags = p.Apply(t, i, d.from); failure(diags) != "" {
			t.Fatal(failure(diags))
		}
	}
	s.forget()
	return s, i
}

func (d deed) soundly(t *testing.T) (o outcome) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		s, i := d.prepare(t)
		before := s.requests()
		i, diags := s.provider(t).Apply(t, i, d.to)
		if got := failure(diags); got != "" {
			t.Fatalf("%s of %s without a fault: %s", d.name, d.kind.resource, got)
		}
		o = outcome{requests: s.requests() - before, ran: s.changesRun(), stands: s.stands()}
		d.converge(t, s, i, o)
		s.recover(t, fault{})
	})
	return o
}

// unsure are the words of an error after which nobody knows what the server has.
var unsure = regexp.MustCompile(`unknown whether|may have|is not known`)

// strike lets one request of the deed meet a fault, checks that what comes out is true,
// and applies once more. A deed that did with fewer requests than the control, because more
// of them travelled together, met nothing: struck is false then.
func (d deed) strike(t *testing.T, f fault, call int, want outcome) (struck, failed bool) {
	s, i := d.prepare(t)
	before := s.stands()
	s.suffer(f, call)
	now, diags := s.provider(t).Apply(t, i, d.to)
	told := failure(diags)
	times := s.recover(t, f)
	if times > 1 && !f.windows.Lasts {
		t.Errorf("the fault struck %d times", times)
	}
	for call, n := range s.changesRun() {
		if n > max(want.ran[call], 1)+s.again() {
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
	if got := failure(diags); got != "" {
		t.Errorf("the next refresh: %s", got)
	}
	if !refreshed.Same(now) && !unsure.MatchString(told) {
		t.Errorf("%s the state is\n%v\nand the server has\n%v", told, now, refreshed)
	}
	d.converge(t, s, refreshed, want)
	return times > 0, told != ""
}

var importHint = regexp.MustCompile(`Import it[^(]*\(id:? ([^)]+)\)`)

// converge applies as the next run of Terraform does, and wants it done. Only of what was
// made in part it may ask to be imported.
func (d deed) converge(t *testing.T, s site, i acctest.Instance, want outcome) {
	t.Helper()
	i, diags := s.provider(t).Apply(t, i, d.to)
	if id := importHint.FindStringSubmatch(acctest.Messages(diags)); id != nil && !i.InState() {
		if s.stands() == want.stands {
			t.Errorf("what stands as configured was refused: %s", failure(diags))
		}
		if i, diags = s.provider(t).Import(t, d.kind.resource, id[1]); failure(diags) == "" {
			i, diags = s.provider(t).Apply(t, i, d.to)
		}
	}
	if got := failure(diags); got != "" {
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

// failure is the errors among diagnostics, without the warnings.
func failure(diags []*tfprotov6.Diagnostic) string {
	return acctest.Messages(slices.DeleteFunc(slices.Clone(diags), func(d *tfprotov6.Diagnostic) bool { return d.Severity != tfprotov6.DiagnosticSeverityError }))
}

// spared are the resources of Kea that meet no faults here: they are edited into the
// configuration in the way of kea_pool.
var spared = map[string]bool{
	"kea_client_class": true, "kea_global_options": true, "kea_lease": true, "kea_option_definition": true, "kea_shared_network": true,
}

// TestObjectsSurviveTransportFaults creates, changes and deletes each kind of object of
// both servers, and lets a request meet a fault.
func TestObjectsSurviveTransportFaults(t *testing.T) {
	for _, name := range acctest.NewProtocol(t).Resources() {
		if !spared[name] && !slices.ContainsFunc(slices.Concat(windowsKinds, keaKinds()), func(k kind) bool { return k.resource == name }) {
			t.Errorf("%s meets no fault", name)
		}
	}
	t.Run("windows", func(t *testing.T) { surviveFaults(t, windowsKinds, windowsFaults) })
	t.Run("kea", func(t *testing.T) { surviveFaults(t, keaKinds(), keaFaults) })
}

// surviveFaults lets each kind meet a quarter of the faults, drawn by the seed, in a random
// deed at a random request: with DHCP_TEST_FAULTS=each it meets each fault once, with all
// each request of each deed meets each.
func surviveFaults(t *testing.T, kinds []kind, faults []fault) {
	seed := number(t, "DHCP_TEST_SEED", 1)
	extent := os.Getenv("DHCP_TEST_FAULTS")
	all := extent == "all"
	t.Logf("DHCP_TEST_SEED=%d, DHCP_TEST_FAULTS=%s", seed, extent)
	random := rand.New(rand.NewPCG(uint64(seed), 0))
	cases, failed, missed := 0, 0, 0
	for _, k := range kinds {
		controls := map[string]outcome{}
		for _, d := range k.deeds() {
			controls[d.name] = d.soundly(t)
		}
		for _, f := range faults {
			if extent == "" && random.IntN(4) > 0 {
				continue
			}
			for _, at := range chosen(k, f, controls, all, random) {
				cases++
				want := controls[at.deed.name]
				t.Run(fmt.Sprintf("%s/%s/%s/request %d of %d", k.resource, at.deed.name, f.name, at.call, want.requests), func(t *testing.T) {
					synctest.Test(t, func(t *testing.T) {
						struck, refused := at.deed.strike(t, f, at.call, want)
						if refused {
							failed++
						}
						if !struck {
							missed++
						}
					})
				})
			}
		}
	}
	t.Logf("%d cases, %d of them with an error, %d without the fault", cases, failed, missed)
	if missed > 1+cases/50 {
		t.Errorf("%d of %d faults struck nothing", missed, cases)
	}
}

// place is where a fault strikes.
type place struct {
	deed deed
	call int
}

// chosen are the places at which a fault strikes a kind: all, or one of them. One of a
// certain command of Kea strikes the first such command of a deed that has any.
func chosen(k kind, f fault, controls map[string]outcome, all bool, random *rand.Rand) (places []place) {
	for _, d := range k.deeds() {
		n := controls[d.name].requests
		if c := f.kea.Command; c != "" {
			n = min(controls[d.name].ran[c], 1)
		}
		for call := range n {
			places = append(places, place{d, call + 1})
		}
	}
	if !all && len(places) > 0 {
		at := random.IntN(len(places))
		places = places[at : at+1]
	}
	return places
}
