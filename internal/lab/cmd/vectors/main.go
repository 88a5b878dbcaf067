// Command vectors runs files of cases that say what a Windows DHCP server answers against
// the lab's model.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/lab/conformance"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/lab/engine"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/lab/pwsh"
)

func main() {
	name := flag.String("engine", "builtin", "what binds the calls: builtin, or pwsh (PowerShell 7)")
	flag.Usage = func() {
		fmt.Fprintln(os.Stderr, "usage: vectors [-engine builtin|pwsh] FILE...")
		flag.PrintDefaults()
	}
	flag.Parse()
	if flag.NArg() == 0 {
		flag.Usage()
		os.Exit(2)
	}
	ok, err := run(context.Background(), *name, flag.Args())
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
	}
	if err != nil || !ok {
		os.Exit(1)
	}
}

// run runs the files and prints a line for each failure and the counts; false means failures.
func run(ctx context.Context, name string, files []string) (ok bool, err error) {
	by, done, err := open(name)
	if err != nil {
		return false, err
	}
	defer func() { err = errors.Join(err, done()) }()
	var total conformance.Counts
	for _, file := range files {
		cases, err := conformance.ReadFile(file)
		if err != nil {
			return false, err
		}
		n, err := conformance.Run(ctx, by, cases, os.Stdout)
		if err != nil {
			return false, err
		}
		total = total.Plus(n)
	}
	fmt.Println(total)
	return total.Failed == 0, nil
}

// open returns the engine of a name and what ends it.
func open(name string) (conformance.Engine, func() error, error) {
	switch name {
	case "builtin":
		return conformance.Builtin{}, func() error { return nil }, nil
	case "pwsh":
		path, err := pwsh.Find()
		if err != nil {
			return nil, nil, err
		}
		session, err := engine.NewSession(path)
		if err != nil {
			return nil, nil, err
		}
		return session, session.Close, nil
	}
	return nil, nil, fmt.Errorf("there is no engine %q: choose builtin or pwsh", name)
}
