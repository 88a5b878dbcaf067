package kea

import (
	"context"
	"fmt"
	"testing"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/lab/keaapi"
)

const (
	already = 10_000
	created = 1_000
	// parallel is what terraform apply -parallelism=100 does.
	parallel = 100
)

// largeServer starts a server that holds ten thousand reservations.
func largeServer(t testing.TB, options keaapi.Options) *keaapi.Server {
	t.Helper()
	hosts := make([]any, 0, already)
	for n := range already {
		hosts = append(hosts, map[string]any{"hw-address": largeMAC(1, n), "ip-address": fmt.Sprintf("10.0.%d.%d", n/250, n%250+1), "hostname": fmt.Sprintf("h%d", n)})
	}
	options.Config = map[string]any{"subnet4": []any{map[string]any{"id": 1, "subnet": "10.0.0.0/16", "reservations": hosts}, map[string]any{"id": 2, "subnet": "10.1.0.0/16"}}}
	server, err := keaapi.Start(options)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(server.Close)
	return server
}

func largeMAC(kind, n int) string { return fmt.Sprintf("02:00:00:%02x:%02x:%02x", kind, n/256, n%256) }

func largeReservation(n int) Reservation {
	return Reservation{ReservationKey: ReservationKey{2, HWAddress, largeMAC(2, n)}, Addresses: []string{fmt.Sprintf("10.1.%d.%d", n/250, n%250+1)}}
}

func largeClient(t testing.TB, server *keaapi.Server, target Target) *Client {
	t.Helper()
	client, err := New(Config{Endpoints: []string{server.URL()}, Persist: true, Target: target, SnapshotAge: time.Hour})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(client.Close)
	return client
}

// eachLarge calls a function for each of the thousand reservations, a hundred at a time.
func eachLarge(t testing.TB, do func(n int) error) {
	t.Helper()
	var group errgroup.Group
	group.SetLimit(parallel)
	for n := range created {
		group.Go(func() error { return do(n) })
	}
	if err := group.Wait(); err != nil {
		t.Fatal(err)
	}
}

// scaleModes are the ways of making changes, with the command that each creation takes.
var scaleModes = []struct {
	name    string
	options keaapi.Options
	target  Target
	command string
	// most is how many of these commands a thousand creations may take.
	most int
}{
	{"config", keaapi.Options{Version: "2.6"}, TargetMemory, "config-set", 30},
	{"hooks memory", keaapi.Options{Version: "3.0", HostCommands: true}, TargetMemory, "reservation-add", created},
	{"hooks database", keaapi.Options{Version: "3.0", HostCommands: true, Database: true}, TargetDatabase, "reservation-add", created},
}

// TestScale creates a thousand reservations on a server that holds ten thousand, and reads
// them as a plan without changes does.
func TestScale(t *testing.T) {
	for _, mode := range scaleModes {
		t.Run(mode.name, func(t *testing.T) {
			server := largeServer(t, mode.options)
			commands, plan := scale(t, server, mode.target, mode.command)
			if commands > mode.most || commands == 0 {
				t.Errorf("%d %s commands, want at most %d", commands, mode.command, mode.most)
			}
			if plan > 5 {
				t.Errorf("a plan without changes sends %d requests, want at most 5", plan)
			}
		})
	}
}

// scale gives the number of commands of the creation and of requests of the plan.
func scale(t testing.TB, server *keaapi.Server, target Target, command string) (commands, plan int) {
	t.Helper()
	ctx := context.Background()
	client := largeClient(t, server, target)
	eachLarge(t, func(n int) error {
		_, _, err := client.CreateReservation(ctx, V4, largeReservation(n), nil)
		return err
	})
	commands = server.Count(command)
	if others := server.Count("") - commands; command == "reservation-add" && others > created/10 {
		t.Errorf("%d further requests", others)
	}
	// Terraform runs a plan in a process of its own.
	client = largeClient(t, server, target)
	server.ResetCounts()
	eachLarge(t, func(n int) error {
		_, err := client.Reservation(ctx, V4, largeReservation(n).ReservationKey)
		return err
	})
	return commands, server.Count("")
}

// BenchmarkReservations prints what a thousand reservations cost on a server with ten
// thousand: commands of the creation, and requests of a plan without changes.
func BenchmarkReservations(b *testing.B) {
	for _, mode := range scaleModes {
		b.Run(mode.name, func(b *testing.B) {
			for b.Loop() {
				b.StopTimer()
				server := largeServer(b, mode.options)
				b.StartTimer()
				commands, plan := scale(b, server, mode.target, mode.command)
				b.ReportMetric(float64(commands), mode.command+"s")
				b.ReportMetric(float64(plan), "requests/plan")
			}
		})
	}
}
