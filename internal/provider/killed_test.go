package provider_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/netip"
	"os"
	"regexp"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/acctest"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/lab"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/lab/engine"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/lab/model"
)

// longest is how long a test with processes may take before it is given up.
const longest = 5 * time.Minute

// number reads a number from the environment.
func number(t *testing.T, variable string, standard int) int {
	t.Helper()
	text := os.Getenv(variable)
	if text == "" {
		return standard
	}
	n, err := strconv.Atoi(text)
	if err != nil {
		t.Fatalf("%s: %v", variable, err)
	}
	return n
}

// fifty is fifty objects: scopes from 10.first.0.0 on, an exclusion in each, and
// reservations, half of which take the next free address.
func fifty(first int) string {
	return fmt.Sprintf(`
resource "dhcp_scope" "s" {
  count       = 15
  name        = "Site ${count.index}"
  network     = "10.${%[1]d + count.index}.0.0"
  subnet_mask = "255.255.255.0"
  start_range = "10.${%[1]d + count.index}.0.50"
  end_range   = "10.${%[1]d + count.index}.0.200"
  gateway     = "10.${%[1]d + count.index}.0.1"
}
resource "dhcp_exclusion_range" "x" {
  count         = 15
  scope_id      = dhcp_scope.s[count.index].scope_id
  start_address = "10.${%[1]d + count.index}.0.60"
  end_address   = "10.${%[1]d + count.index}.0.69"
}
resource "dhcp_reservation" "fixed" {
  count     = 10
  scope_id  = dhcp_scope.s[count.index].scope_id
  address   = "10.${%[1]d + count.index}.0.80"
  client_id = format("02-00-00-00-%%02x-01", count.index)
}
resource "dhcp_reservation" "free" {
  count      = 10
  scope_id   = dhcp_scope.s[count.index %% 3].scope_id
  client_id  = format("02-00-00-00-%%02x-02", count.index)
  depends_on = [dhcp_reservation.fixed]
}
`, first)
}

// assertFifty checks that the server has each of the objects once and nothing else.
func assertFifty(t *testing.T, l *acctest.WindowsLab, first int) {
	t.Helper()
	exclusions, reservations := 0, 0
	clients := map[string]bool{}
	for i := range 15 {
		id := netip.AddrFrom4([4]byte{10, byte(first + i)})
		ids := model.Params{"ScopeId": []netip.Addr{id}}
		if rows := l.By("Get-DhcpServerv4Scope", ids); len(rows) != 1 || rows[0].Properties["State"] != "Active" {
			t.Errorf("scope %s: %v", id, rows)
		}
		exclusions += len(l.By("Get-DhcpServerv4ExclusionRange", ids))
		for _, row := range l.By("Get-DhcpServerv4Reservation", model.Params{"ScopeId": id}) {
			reservations++
			clients[fmt.Sprint(row.Properties["ClientId"])] = true
		}
	}
	if exclusions != 15 || reservations != 20 || len(clients) != 20 {
		t.Errorf("%d exclusions of 15, %d reservations of 20 for %d clients", exclusions, reservations, len(clients))
	}
}

// TestKilledProvider ends the provider with SIGKILL while the n-th change reaches the
// server, for some random n, and applies again. What the server made without an answer
// is never taken over by itself: the second apply names each such object with the id to
// import it by, and with these imported it converges.
func TestKilledProvider(t *testing.T) {
	seed := number(t, "DHCP_TEST_SEED", 1)
	points := number(t, "DHCP_TEST_KILLS", 2)
	t.Logf("DHCP_TEST_SEED=%d, DHCP_TEST_KILLS=%d", seed, points)
	random := rand.New(rand.NewPCG(uint64(seed), 0))
	for range points {
		n := 1 + random.IntN(90)
		t.Run(fmt.Sprintf("at change %d", n), func(t *testing.T) { killAt(t, int64(n)) })
	}
}

func killAt(t *testing.T, n int64) {
	ctx, cancel := context.WithTimeout(t.Context(), longest)
	defer cancel()
	l := acctest.Windows(t, lab.Options{})
	w := acctest.NewWorkspace(t, l.Config(fifty(1)))
	var changes atomic.Int64
	l.Engine.Before(func(c engine.Call) {
		if !strings.HasPrefix(c.Cmdlet, "Get-") && changes.Add(1) == n && w.KillProvider() == 0 {
			t.Error("no provider process was there to end")
		}
	})
	if out, err := w.Terraform(ctx, "apply", "-auto-approve", "-no-color", "-input=false"); err == nil {
		t.Fatalf("the apply succeeded although its provider was ended:\n%s", out)
	}
	l.Servers[0].WinRM.ExpireShells() // as the server does with those that nobody asks for any more
	second, err := w.Terraform(ctx, "apply", "-auto-approve", "-no-color", "-input=false")
	if err != nil {
		w.Write("imports.tf", imports(t, second))
		w.Apply(ctx)
	}
	assertFifty(t, l, 1)
	if out, err := w.Terraform(ctx, "plan", "-detailed-exitcode", "-no-color", "-input=false"); err != nil {
		t.Errorf("a further plan is not empty: %v\n%s", err, out)
	}
}

var (
	failedObject = regexp.MustCompile(`with (dhcp_\w+\.\w+\[\d+\]),`)
	importedBy   = regexp.MustCompile(`Import it \(id (\S+)\)`)
)

// imports makes import blocks of what a failed apply asks for. Any other error fails.
func imports(t *testing.T, output string) string {
	t.Helper()
	var blocks strings.Builder
	errors := strings.Split(strings.Join(strings.Fields(strings.ReplaceAll(output, "│", " ")), " "), "Error: ")[1:]
	for _, e := range errors {
		object, id := failedObject.FindStringSubmatch(e), importedBy.FindStringSubmatch(e)
		if object == nil || id == nil {
			t.Fatalf("an error that names no id to import: %s", e)
		}
		fmt.Fprintf(&blocks, "import {\n  to = %s\n  id = %q\n}\n", object[1], id[1])
	}
	t.Logf("%d objects were made without an answer and are imported", len(errors))
	return blocks.String()
}

// TestTwoAppliesAtOnce runs two Terraforms with a provider process each on one server.
// Both also let the server choose addresses in one scope.
func TestTwoAppliesAtOnce(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), longest)
	defer cancel()
	l := acctest.Windows(t, lab.Options{})
	at := netip.MustParseAddr
	l.By("Add-DhcpServerv4Scope", model.Params{"Name": "Shared", "StartRange": at("10.200.0.10"), "EndRange": at("10.200.0.200"), "SubnetMask": at("255.255.255.0")})
	done := make(chan string, 2)
	for i, first := range []int{1, 101} {
		w := acctest.NewWorkspace(t, l.Config(fifty(first)+fmt.Sprintf(`
resource "dhcp_reservation" "shared" {
  count     = 20
  scope_id  = "10.200.0.0"
  client_id = format("02-00-00-%02d-%%02x-03", count.index)
}
`, i)))
		go func() { done <- w.Apply(ctx) }()
	}
	<-done
	<-done
	assertFifty(t, l, 1)
	assertFifty(t, l, 101)
	addresses := map[string]bool{}
	for _, row := range l.By("Get-DhcpServerv4Reservation", model.Params{"ScopeId": at("10.200.0.0")}) {
		addresses[fmt.Sprint(row.Properties["IPAddress"])] = true
	}
	if len(addresses) != 40 {
		t.Errorf("%d addresses for 40 clients in the shared scope", len(addresses))
	}
}
