package provider_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/netip"
	"os"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/acctest"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/lab"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/lab/engine"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/lab/keaapi"
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

// fifty is fifty objects of both servers: scopes from 10.first.0.0 on with exclusions,
// options and reservations, some of which take the next free address, and subnets of Kea
// with reservations, some of which are given an address.
func fifty(first int) string {
	return fmt.Sprintf(`
resource "dhcp_scope" "s" {
  count       = 10
  name        = "Site ${count.index}"
  network     = "10.${%[1]d + count.index}.0.0"
  subnet_mask = "255.255.255.0"
  start_range = "10.${%[1]d + count.index}.0.50"
  end_range   = "10.${%[1]d + count.index}.0.200"
  gateway     = "10.${%[1]d + count.index}.0.1"
}
resource "dhcp_exclusion_range" "x" {
  count         = 10
  scope_id      = dhcp_scope.s[count.index].scope_id
  start_address = "10.${%[1]d + count.index}.0.60"
  end_address   = "10.${%[1]d + count.index}.0.69"
}
resource "dhcp_option_value" "o" {
  count     = 8
  scope_id  = dhcp_scope.s[count.index].scope_id
  option_id = 42
  values    = ["10.0.0.${count.index}"]
}
resource "dhcp_reservation" "fixed" {
  count     = 6
  scope_id  = dhcp_scope.s[count.index].scope_id
  address   = "10.${%[1]d + count.index}.0.80"
  client_id = format("02-00-00-00-%%02x-01", count.index)
}
resource "dhcp_reservation" "free" {
  count      = 6
  scope_id   = dhcp_scope.s[count.index %% 3].scope_id
  client_id  = format("02-00-00-00-%%02x-02", count.index)
  depends_on = [dhcp_reservation.fixed]
}
resource "kea_subnet" "k" {
  provider  = dhcp
  count     = 4
  subnet    = "172.16.${%[1]d + count.index}.0/24"
  subnet_id = %[1]d + 10 + count.index
  pools     = [{ pool = "172.16.${%[1]d + count.index}.100-172.16.${%[1]d + count.index}.199" }]
}
resource "kea_reservation" "fixed" {
  provider   = dhcp
  count      = 3
  subnet     = kea_subnet.k[count.index].subnet
  hw_address = format("02:00:00:00:%%02x:03", count.index)
  ip_address = "172.16.${%[1]d + count.index}.10"
}
resource "kea_reservation" "free" {
  provider      = dhcp
  count         = 3
  subnet        = kea_subnet.k[0].subnet
  hw_address    = format("02:00:00:00:%%02x:04", count.index)
  allocate_from = ["172.16.%[1]d.20-172.16.%[1]d.29"]
  depends_on    = [kea_reservation.fixed]
}
`, first)
}

// both is a server of each kind and the provider block that reaches them.
func both(t *testing.T) (*acctest.WindowsLab, *keaapi.Server, string) {
	t.Helper()
	l := acctest.Windows(t, lab.Options{})
	k := acctest.StartKea(t, keaapi.Options{Version: "3.0", LeaseCommands: true, HostCommands: true, SubnetCommands: true})
	return l, k, fmt.Sprintf("provider \"dhcp\" {\n  windows = {\n%s  }\n  kea = { endpoints = [%q] }\n}\n", l.Servers[0].Block(), k.URL())
}

// assertFifty checks that the servers have each of the objects once and nothing else.
func assertFifty(t *testing.T, l *acctest.WindowsLab, k *keaapi.Server, first int) {
	t.Helper()
	exclusions, options := 0, 0
	clients := map[string]int{}
	for i := range 10 {
		id := netip.AddrFrom4([4]byte{10, byte(first + i)})
		ids := model.Params{"ScopeId": []netip.Addr{id}}
		if rows := l.By("Get-DhcpServerv4Scope", ids); len(rows) != 1 || rows[0].Properties["State"] != "Active" {
			t.Errorf("scope %s: %v", id, rows)
		}
		exclusions += len(l.By("Get-DhcpServerv4ExclusionRange", ids))
		for _, row := range l.By("Get-DhcpServerv4OptionValue", model.Params{"ScopeId": id}) {
			if row.Properties["OptionId"] == int64(42) {
				options++
			}
		}
		for _, row := range l.By("Get-DhcpServerv4Reservation", model.Params{"ScopeId": id}) {
			clients[fmt.Sprint(row.Properties["ClientId"])]++
		}
	}
	if exclusions != 10 || options != 8 || len(clients) != 12 {
		t.Errorf("%d exclusions of 10, %d options of 8, %d clients of 12", exclusions, options, len(clients))
	}
	answer, err := k.Do("dhcp4", "config-get", nil)
	if err != nil {
		t.Fatal(err)
	}
	text := keaapi.Text(answer)
	for i := range 4 {
		if n := strings.Count(text, fmt.Sprintf("%q", fmt.Sprintf("172.16.%d.0/24", first+i))); n != 1 {
			t.Errorf("Kea has the subnet 172.16.%d.0/24 %d times", first+i, n)
		}
	}
	for i := range 3 {
		clients[fmt.Sprintf("02:00:00:00:%02x:03", i)] = strings.Count(text, fmt.Sprintf(`"172.16.%d.10"`, first+i))
	}
	for i := range 3 {
		clients[fmt.Sprintf("02:00:00:00:%02x:04", i)] = strings.Count(text, fmt.Sprintf(`"172.16.%d.2%d"`, first, i))
	}
	for client, n := range clients {
		if n != 1 {
			t.Errorf("the client %s has %d reservations", client, n)
		}
	}
}

// TestKilledProvider ends the provider with SIGKILL while the n-th change reaches one of
// the servers, for some random n, and applies again: what the first apply made without
// writing it down stands exactly as configured, and is taken over.
func TestKilledProvider(t *testing.T) {
	seed := number(t, "DHCP_TEST_SEED", 1)
	points := number(t, "DHCP_TEST_KILLS", 2)
	t.Logf("DHCP_TEST_SEED=%d, DHCP_TEST_KILLS=%d", seed, points)
	random := rand.New(rand.NewPCG(uint64(seed), 0))
	taken := 0
	for range points {
		n := 1 + random.IntN(changesOfFifty)
		t.Run(fmt.Sprintf("at change %d", n), func(t *testing.T) { taken += killAt(t, int64(n)) })
	}
	t.Logf("%d kills, after which %d objects were taken over", points, taken)
}

// changesOfFifty is how many changes of the servers an apply of the fifty objects takes.
const changesOfFifty = 74

// atChange runs an action when the n-th change reaches one of the servers.
func atChange(l *acctest.WindowsLab, k *keaapi.Server, n int64, action func()) (changes *atomic.Int64) {
	changes = &atomic.Int64{}
	arrived := func() {
		if changes.Add(1) == n {
			action()
		}
	}
	l.Engine.Before(func(c engine.Call) {
		if !strings.HasPrefix(c.Cmdlet, "Get-") {
			arrived()
		}
	})
	for _, command := range []string{"subnet4-add", "reservation-add"} {
		k.Before(command, arrived)
	}
	return changes
}

func killAt(t *testing.T, n int64) (taken int) {
	ctx, cancel := context.WithTimeout(t.Context(), longest)
	defer cancel()
	l, k, block := both(t)
	w := acctest.NewWorkspace(t, block+fifty(1))
	changes := atChange(l, k, n, func() {
		if w.KillProvider() == 0 {
			t.Error("no provider process was there to end")
		}
	})
	if out, err := w.Terraform(ctx, "apply", "-auto-approve", "-no-color", "-input=false"); err == nil {
		t.Fatalf("the apply succeeded although its provider was ended after one of %d changes:\n%s", changes.Load(), out)
	}
	l.Servers[0].WinRM.ExpireShells() // as the server does with those that nobody asks for any more
	taken = strings.Count(w.Apply(ctx), "existed already")
	assertFifty(t, l, k, 1)
	if out, err := w.Terraform(ctx, "plan", "-detailed-exitcode", "-no-color", "-input=false"); err != nil {
		t.Errorf("a further plan is not empty: %v\n%s", err, out)
	}
	return taken
}

// TestInterruptedTerraform sends SIGINT to a Terraform in the middle of an apply on slow
// servers: it ends by itself, writes down what was made, and the next apply does the rest.
func TestInterruptedTerraform(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), longest)
	defer cancel()
	l, k, block := both(t)
	w := acctest.NewWorkspace(t, block+fifty(1))
	atChange(l, k, 20, func() {
		if err := w.Interrupt(); err != nil {
			t.Error(err)
		}
		time.Sleep(time.Second) //nolint:forbidigo // a slow server: the change is under way when Terraform hears of it
	})
	out, err := w.Terraform(ctx, "apply", "-auto-approve", "-no-color", "-input=false")
	if err == nil || !strings.Contains(out, "Interrupt received") {
		t.Fatalf("the apply was not interrupted: %v\n%s", err, out)
	}
	if strings.Contains(out, "existed already") {
		t.Errorf("the first apply took something over:\n%s", out)
	}
	// What was under way may end without an answer; the errors then say that nobody knows.
	told := len(unsure.FindAllString(strings.Join(strings.Fields(strings.ReplaceAll(out, "│", " ")), " "), -1))
	if out := w.Apply(ctx); strings.Count(out, "existed already") > told {
		t.Errorf("the interrupted apply told of %d changes whose outcome is not known, but its state had not all that it had made:\n%s", told, out)
	}
	assertFifty(t, l, k, 1)
}

// TestTwoAppliesAtOnce runs two Terraforms with a provider process each on one server of
// each kind. Both also let the Windows server choose addresses in one scope.
func TestTwoAppliesAtOnce(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), longest)
	defer cancel()
	l, k, block := both(t)
	at := netip.MustParseAddr
	l.By("Add-DhcpServerv4Scope", model.Params{"Name": "Shared", "StartRange": at("10.200.0.10"), "EndRange": at("10.200.0.200"), "SubnetMask": at("255.255.255.0")})
	done := make(chan string, 2)
	for i, first := range []int{1, 101} {
		w := acctest.NewWorkspace(t, block+fifty(first)+fmt.Sprintf(`
resource "dhcp_reservation" "shared" {
  count     = 20
  scope_id  = "10.200.0.0"
  client_id = format("02-00-00-%02d-%%02x-03", count.index)
}
`, i))
		go func() { done <- w.Apply(ctx) }()
	}
	<-done
	<-done
	assertFifty(t, l, k, 1)
	assertFifty(t, l, k, 101)
	addresses := map[string]bool{}
	for _, row := range l.By("Get-DhcpServerv4Reservation", model.Params{"ScopeId": at("10.200.0.0")}) {
		addresses[fmt.Sprint(row.Properties["IPAddress"])] = true
	}
	if len(addresses) != 40 {
		t.Errorf("%d addresses for 40 clients in the shared scope", len(addresses))
	}
}
