// Command conformance replays the cases that say what a Windows DHCP server answers on the
// server that DHCP_WINDOWS_* name, and on the lab without one. It exits with 1 when an
// answer differs and with 2 when the run could not be finished.
package main

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"time"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/lab"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/lab/conformance"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/lab/conformance/replay"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/provider"
)

// Environment variables of the servers begin so; those of the partner in failover name a
// second one.
const (
	serverPrefix  = "DHCP_WINDOWS_"
	partnerPrefix = "DHCP_WINDOWS_PARTNER_"
)

// betweenLooks is the pause between two looks at a relationship that is not in order yet.
const betweenLooks = 2 * time.Second

type options struct {
	block, prefix, partner, only, report, engine string
	yes                                          bool
}

func main() {
	var o options
	flag.StringVar(&o.block, "block", os.Getenv("DHCP_CONFORMANCE_BLOCK"), "the addresses to use, in which nothing else is: 10.250.0.0/16, or with DHCPv6 10.250.0.0/16,fd00:250::/48 (DHCP_CONFORMANCE_BLOCK)")
	flag.StringVar(&o.prefix, "prefix", replay.DefaultPrefix, "what the names of all objects begin with")
	flag.StringVar(&o.partner, "partner", os.Getenv("DHCP_CONFORMANCE_PARTNER"), "the name or address that the server is told for its partner; without it "+partnerPrefix+"HOST (DHCP_CONFORMANCE_PARTNER)")
	flag.StringVar(&o.only, "only", "", "replay only the cases whose names begin so: scope/")
	flag.StringVar(&o.report, "report", "conformance-report.json", "the file for the report")
	flag.StringVar(&o.engine, "engine", lab.Builtin, "what runs the programs of the lab: builtin, or pwsh (PowerShell 7 on PATH)")
	flag.BoolVar(&o.yes, "yes", false, "do not ask before the run starts")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, func() {
		stop() // a second interruption ends the program at once
	})
	report, err := run(ctx, o, os.Stdin, os.Stdout)
	switch {
	case err != nil:
		fmt.Fprintln(os.Stderr, "conformance:", err)
		os.Exit(2)
	case report.Different > 0:
		os.Exit(1)
	}
}

// run replays the cases and writes the table and the report, also of a run that failed.
func run(ctx context.Context, o options, in io.Reader, out io.Writer) (*replay.Report, error) {
	cases, err := chosen(o.only)
	if err != nil {
		return nil, err
	}
	r, onLab, done, err := open(o)
	if err != nil {
		return nil, err
	}
	defer done()
	if !onLab && !o.yes {
		if err := ask(r, len(cases), in); err != nil {
			return nil, err
		}
	}
	r.Progress = func(done, all int) { fmt.Fprintf(os.Stderr, "\r%d of %d cases", done, all) }
	report, runErr := r.Run(ctx, cases)
	fmt.Fprintln(os.Stderr)
	report.Lab = onLab
	if len(report.Cases) == 0 {
		return report, runErr
	}
	return report, errors.Join(runErr, report.WriteTable(out), write(report, o.report))
}

func chosen(only string) ([]conformance.Case, error) {
	all, err := conformance.All()
	if err != nil {
		return nil, err
	}
	var cases []conformance.Case
	for _, c := range all {
		if strings.HasPrefix(c.Name, only) {
			cases = append(cases, c)
		}
	}
	if len(cases) == 0 {
		return nil, fmt.Errorf("no case has a name that begins with %s", only)
	}
	return cases, nil
}

// open makes the runner: for the servers that the environment names, else for a lab, which
// done ends.
func open(o options) (r *replay.Runner, onLab bool, done func(), err error) {
	server, delegated, err := provider.WindowsFromEnvironment(os.Getenv, serverPrefix)
	switch {
	case err != nil:
		return nil, false, nil, err
	case server == nil:
		r, done, err = openLab(o)
		return r, true, done, err
	case o.block == "":
		return nil, false, nil, errors.New("name the addresses that may be used with -block or DHCP_CONFORMANCE_BLOCK: a network in which there is nothing, such as 10.250.0.0/16")
	}
	blocks, err := replay.ParseBlocks(o.block)
	if err != nil {
		return nil, false, nil, err
	}
	partner, _, err := provider.WindowsFromEnvironment(os.Getenv, partnerPrefix)
	if err != nil {
		return nil, false, nil, err
	}
	return &replay.Runner{
		Server: server, Partner: partner, PartnerName: cmp.Or(o.partner, os.Getenv(partnerPrefix+"HOST")), Delegated: delegated,
		Blocks: blocks, Prefix: o.prefix, Pause: betweenLooks,
	}, false, func() {}, nil
}

func openLab(o options) (*replay.Runner, func(), error) {
	l, err := lab.Start(lab.Options{Engine: o.engine, Servers: 2})
	if err != nil {
		return nil, nil, err
	}
	closeLab := func() {
		if err := l.Close(); err != nil {
			fmt.Fprintln(os.Stderr, "conformance: the lab:", err)
		}
	}
	r, err := replay.OnLab(l, provider.WindowsFromEnvironment)
	if err != nil {
		closeLab()
		return nil, nil, err
	}
	fmt.Fprintln(os.Stderr, serverPrefix+"HOST is not set: the cases are replayed on the lab.")
	return r, closeLab, nil
}

// ask tells what will happen and lets the user decide.
func ask(r *replay.Runner, cases int, in io.Reader) error {
	servers := r.Server.Server()
	if r.Partner != nil {
		servers += " and " + r.Partner.Server()
	}
	fmt.Fprintf(os.Stderr, `This replays %d cases on %s.
It makes scopes in %s, and superscopes, classes, option definitions, policies,
filters and failover relationships by names that begin with %s; while a case runs,
its scopes are active. It changes nothing else and removes after each case what it
made. No client may be able to get an address of that block.
Go on? Type yes: `, cases, servers, r.Blocks, r.Prefix)
	answer, err := bufio.NewReader(in).ReadString('\n')
	if strings.TrimSpace(answer) != "yes" {
		return errors.Join(errors.New("not confirmed: nothing was done"), ignoreEOF(err))
	}
	return nil
}

func ignoreEOF(err error) error {
	if errors.Is(err, io.EOF) {
		return nil
	}
	return err
}

// write writes the report to a file.
func write(report *replay.Report, name string) error {
	file, err := os.Create(name)
	if err != nil {
		return err
	}
	if err := errors.Join(report.WriteJSON(file), file.Close()); err != nil {
		return err
	}
	fmt.Fprintln(os.Stderr, "\nThe report is in", name)
	return nil
}
