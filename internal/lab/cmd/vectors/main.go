// Command vectors runs files of cases that say what a Windows DHCP server answers against
// the lab's model.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/lab/conformance"
)

func main() {
	flag.Usage = func() {
		fmt.Fprintln(flag.CommandLine.Output(), "usage: vectors FILE...")
		flag.PrintDefaults()
	}
	flag.Parse()
	ok, err := run(context.Background(), flag.Args())
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
	}
	if err != nil || !ok {
		os.Exit(1)
	}
}

// run runs the files and prints a line for each failure and the counts; false means failures.
func run(ctx context.Context, files []string) (bool, error) {
	var total conformance.Counts
	for _, file := range files {
		cases, err := conformance.ReadFile(file)
		if err != nil {
			return false, err
		}
		n, err := conformance.Run(ctx, conformance.Builtin{}, cases, os.Stdout)
		if err != nil {
			return false, err
		}
		total.Passed += n.Passed
		total.Failed += n.Failed
		total.Skipped += n.Skipped
	}
	fmt.Printf("%d passed, %d failed, %d skipped\n", total.Passed, total.Failed, total.Skipped)
	return total.Failed == 0, nil
}
