// Command lab starts a DHCP lab on loopback and prints the environment variables that
// make the provider use it. It runs until it is interrupted.
package main

import (
	"context"
	"flag"
	"fmt"
	"maps"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/lab"
)

func main() {
	var o lab.Options
	flag.StringVar(&o.Engine, "engine", lab.Builtin, "what runs the programs: builtin, or pwsh (PowerShell 7 on PATH)")
	flag.IntVar(&o.Servers, "servers", 1, "number of servers, 1 or 2; two can be failover partners")
	flag.BoolVar(&o.HTTPS, "https", false, "serve WinRM over https with a certificate of the lab's own authority")
	flag.Parse()
	if err := run(o); err != nil {
		fmt.Fprintln(os.Stderr, "lab:", err)
		os.Exit(1)
	}
}

func run(o lab.Options) error {
	l, err := lab.Start(o)
	if err != nil {
		return err
	}
	for i, s := range l.Servers {
		if i > 0 {
			fmt.Printf("\n# %s, for a second provider configuration:\n", s.Name())
		}
		env := s.Environment()
		for _, name := range slices.Sorted(maps.Keys(env)) {
			line := fmt.Sprintf("export %s='%s'", name, strings.ReplaceAll(env[name], "'", `'\''`))
			if i > 0 {
				line = "# " + strings.ReplaceAll(line, "\n", "\n# ")
			}
			fmt.Println(line)
		}
	}
	fmt.Fprintln(os.Stderr, "The lab runs until it is interrupted.")
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	<-ctx.Done()
	return l.Close()
}
