package keareservation_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/netip"
	"regexp"
	"strings"
	"testing"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/acctest"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/kea"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/lab/keadaemon"
)

const most = 5 * time.Minute

func onDaemon(t *testing.T, options keadaemon.Options) (*keadaemon.Daemon, *kea.Client) {
	t.Helper()
	options.Hooks = append(options.Hooks, "lease_cmds")
	if options.Settings == nil {
		options.Settings = map[string]any{"subnet4": []any{map[string]any{"id": 1, "subnet": "10.1.0.0/24", "pools": []any{map[string]any{"pool": "10.1.0.200-10.1.0.250"}}}}}
	}
	daemon := keadaemon.Start(t, options)
	client, err := kea.New(kea.Config{Endpoints: []string{daemon.URL}, SnapshotAge: time.Nanosecond})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(client.Close)
	return daemon, client
}

func thirty(url string, first int) string {
	return acctest.KeaProvider(url, "") + fmt.Sprintf(`
resource "kea_reservation" "many" {
  provider   = dhcp
  count      = 30
  subnet     = "10.1.0.0/24"
  hw_address = format("02:00:00:00:00:%%02x", %d + count.index)
  hostname   = "h${count.index}"
}
`, first)
}

// addresses gives the reserved addresses; each must be there once.
func addresses(t *testing.T, client *kea.Client) map[string]string {
	t.Helper()
	all, err := client.Reservations(context.Background(), kea.V4)
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]string{}
	for _, r := range all {
		for _, a := range r.Addresses {
			if found[a] != "" {
				t.Errorf("%s is reserved for %s and %s", a, found[a], r.Identifier)
			}
			found[a] = r.Identifier
		}
	}
	return found
}

// TestDaemonTwoApplies runs two Terraforms at the same time on one server, each of which
// lets the provider choose thirty addresses.
func TestDaemonTwoApplies(t *testing.T) {
	for _, options := range []keadaemon.Options{
		{Version: keadaemon.V26},
		{Version: keadaemon.V30, Direct: true},
		{Version: keadaemon.V30, Direct: true, Hooks: []string{"host_cmds", "subnet_cmds"}},
	} {
		t.Run(fmt.Sprint(options.Version, options.Hooks), func(t *testing.T) {
			ctx, cancel := context.WithTimeout(context.Background(), most)
			defer cancel()
			daemon, client := onDaemon(t, options)
			var group errgroup.Group
			for n := range 2 {
				w := acctest.NewWorkspace(t, thirty(daemon.URL, 1+30*n))
				group.Go(func() error { w.Apply(ctx); return nil })
			}
			if err := group.Wait(); err != nil {
				t.Fatal(err)
			}
			if n := len(addresses(t, client)); n != 60 {
				t.Errorf("%d of 60 reservations", n)
			}
		})
	}
}

// TestDaemonKilled ends the provider in the middle of an apply and applies again.
func TestDaemonKilled(t *testing.T) {
	for _, options := range []keadaemon.Options{
		{Version: keadaemon.V26},
		{Version: keadaemon.V30, Direct: true, Hooks: []string{"host_cmds", "subnet_cmds"}},
	} {
		t.Run(string(options.Version), func(t *testing.T) {
			ctx, cancel := context.WithTimeout(context.Background(), most)
			defer cancel()
			daemon, client := onDaemon(t, options)
			w := acctest.NewWorkspace(t, thirty(daemon.URL, 1))
			ended := make(chan error, 1)
			go func() {
				_, err := w.Terraform(ctx, "apply", "-auto-approve", "-no-color", "-input=false")
				ended <- err
			}()
			for len(addresses(t, client)) < 3 && ctx.Err() == nil {
				select {
				case err := <-ended:
					t.Fatalf("the apply ended before it was broken off: %v", err)
				case <-time.After(5 * time.Millisecond):
				}
			}
			if w.KillProvider() == 0 {
				t.Fatal("no provider process was there to end")
			}
			if err := <-ended; err == nil {
				t.Fatal("the apply succeeded although its provider was ended")
			}
			before := addresses(t, client)
			if len(before) < 3 {
				t.Fatalf("%d reservations before the second apply", len(before))
			}
			w.Apply(ctx)
			after := addresses(t, client)
			if len(after) != 30 {
				t.Errorf("%d of 30 reservations", len(after))
			}
			for address, owner := range before {
				if after[address] != owner {
					t.Errorf("%s was reserved for %s, now for %q", address, owner, after[address])
				}
			}
			if out, err := w.Terraform(ctx, "plan", "-detailed-exitcode", "-no-color", "-input=false"); err != nil {
				t.Errorf("a further plan is not empty: %v\n%s", err, out)
			}
		})
	}
}

// TestDaemonDiagnostics looks at what a user sees when something is wrong with a real
// server: one screen with the remedy, at once.
func TestDaemonDiagnostics(t *testing.T) {
	certificates := keadaemon.NewCertificates(t)
	daemon, _ := onDaemon(t, keadaemon.Options{Version: keadaemon.V22, Username: "admin", Password: "s3cret", TLS: certificates, ReadOnlyConfig: true})
	inline := func(pem string) string { return fmt.Sprintf("%q", pem) }
	right := fmt.Sprintf("username = \"admin\"\n password = \"s3cret\"\n ca_certificate = %s\n", inline(certificates.CA))
	one := `
resource "kea_reservation" "one" {
  provider   = dhcp
  subnet     = "10.1.0.0/24"
  hw_address = "02:00:00:00:00:01"
  ip_address = "10.1.0.10"
}
`
	for _, c := range []struct {
		name, settings, want string
		before               func()
		fails                bool
	}{
		{"wrong password", strings.Replace(right, "s3cret", "wr0ng", 1), "refuses the user name or the password of user \"admin\"", nil, true},
		{"wrong name", right + "tls_server_name = \"kea.example.com\"\n", "kea.tls_server_name", nil, true},
		{"no authority", strings.Replace(right, "ca_certificate", "#", 1), "kea.ca_certificate", nil, true},
		{"hook missing", right + "mode = \"hooks\"\n", "libdhcp_host_cmds.so", nil, true},
		{"read-only file", right, "lost when the server restarts", nil, false},
		{"daemon down", right, "Start the daemon", daemon.KillDHCP, true},
		{"server down", right, "connection refused", daemon.Stop, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			ctx, cancel := context.WithTimeout(context.Background(), most)
			defer cancel()
			if c.before != nil {
				c.before()
			}
			out, err := acctest.NewWorkspace(t, acctest.KeaProvider(daemon.URL, c.settings)+one).Terraform(ctx, "apply", "-auto-approve", "-no-color", "-input=false")
			flat := regexp.MustCompile(`[\s│]+`).ReplaceAllString(out, " ")
			if (err != nil) != c.fails || !strings.Contains(flat, c.want) || strings.Contains(out, "s3cret") || strings.Contains(out, "wr0ng") {
				t.Errorf("%v: want %q\n%s", err, c.want, out)
			}
			// What Terraform prints of the plan before is not the diagnostic's.
			if _, text, _ := strings.Cut(out, "Plan: "); strings.Count(text, "\n") > 30 {
				t.Errorf("more than a screen:\n%s", out)
			}
		})
	}
}

// leaseOf waits for the lease of a hardware address.
func leaseOf(ctx context.Context, t *testing.T, client *kea.Client, mac string) kea.Lease {
	t.Helper()
	leases, err := client.Leases(ctx, kea.V4, kea.LeaseFilter{HWAddress: mac})
	if err != nil {
		t.Fatal(err)
	}
	if len(leases) != 1 {
		t.Fatalf("%d leases of %s", len(leases), mac)
	}
	if _, err := netip.ParseAddr(leases[0].Address); err != nil {
		t.Fatal(err)
	}
	return leases[0]
}

// addressIn reads one address of the state.
func addressIn(ctx context.Context, t *testing.T, w *acctest.Workspace) string {
	t.Helper()
	out, err := w.Terraform(ctx, "output", "-json", "address")
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	at := strings.LastIndex(out, "\"10.")
	if at < 0 {
		t.Fatalf("no address in %q", out)
	}
	var address string
	if err := json.Unmarshal([]byte(strings.TrimSpace(out[at:])), &address); err != nil {
		t.Fatal(err)
	}
	return address
}
