// Command vectors runs case folders of values vectors: those named, or those directly
// in the folders named. It prints the differences of each failing case and then one
// line of totals, and exits with 1 when a case fails.
package main

import (
	"errors"
	"fmt"
	"os"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/sitevalues/vectors"
)

func main() {
	if len(os.Args) < 2 {
		fmt.Fprintln(os.Stderr, "usage: vectors DIR…")
		os.Exit(2)
	}
	cases, err := vectors.Find(os.Args[1:]...)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
	var passed, failed, skipped int
	for _, dir := range cases {
		diffs, err := vectors.Run(dir)
		switch {
		case errors.Is(err, vectors.ErrNoTree):
			fmt.Printf("%s: skipped: %v\n", dir, err)
			skipped++
		case err != nil:
			fmt.Printf("%s: %v\n", dir, err)
			failed++
		case len(diffs) > 0:
			for _, diff := range diffs {
				fmt.Printf("%s: %s\n", dir, diff)
			}
			failed++
		default:
			passed++
		}
	}
	fmt.Printf("%d passed, %d failed, %d skipped\n", passed, failed, skipped)
	if failed > 0 {
		os.Exit(1)
	}
}
