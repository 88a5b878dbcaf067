// Command demo shows Terraform managing a lab DHCP server: it creates, checks, repairs,
// refuses and destroys, and ends with 0 only when each step did what it says.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"time"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/lab"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/lab/keaapi"
)

func main() {
	terraform := flag.String("terraform", "terraform", "terraform or tofu to run")
	provider := flag.String("provider", "bin/terraform-provider-dhcp", "the provider's binary")
	engine := flag.String("engine", lab.Builtin, "what runs the programs: builtin, or pwsh (PowerShell 7 on PATH)")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	start := time.Now()
	if err := run(ctx, *terraform, *provider, *engine); err != nil {
		fmt.Fprintln(os.Stderr, "\nThe demo failed:", err)
		os.Exit(1)
	}
	fmt.Printf("\nEverything did what it says (%.0f s).\n", time.Since(start).Seconds())
}

func run(ctx context.Context, terraform, provider, engine string) (err error) {
	dir, err := os.MkdirTemp("", "dhcp-demo-")
	if err != nil {
		return err
	}
	defer func() { err = first(err, os.RemoveAll(dir)) }()
	l, err := lab.Start(lab.Options{Engine: engine})
	if err != nil {
		return err
	}
	defer func() { err = first(err, l.Close()) }()
	k, err := keaapi.Start(keaapi.Options{Version: "2.6", LeaseCommands: true})
	if err != nil {
		return err
	}
	defer k.Close()
	tf := &tool{path: terraform, dir: dir, env: l.Servers[0].Environment()}
	tf.env["DHCP_KEA_ENDPOINTS"] = k.URL()
	if err := tf.install(provider); err != nil {
		return err
	}
	fmt.Printf("A lab Windows DHCP server answers WinRM on 127.0.0.1:%d, and a lab Kea server its API on %s.\n", l.Servers[0].WinRM.Port(), k.URL())
	for i, s := range story(tf, l.Servers[0]) {
		fmt.Printf("\n── %d. %s\n", i+1, s.title)
		if err := s.run(ctx); err != nil {
			return fmt.Errorf("step %d (%s): %w", i+1, s.title, err)
		}
	}
	return nil
}

func first(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}
