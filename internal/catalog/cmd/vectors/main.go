// Command vectors runs directories of catalog vectors through the renderer:
//
//	go run ./internal/catalog/cmd/vectors DIR...
//
// Each DIR is a case, or holds cases. It prints the failing ones and a closing line.
package main

import (
	"errors"
	"fmt"
	"os"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/catalog/vectors"
)

func main() {
	if len(os.Args) < 2 {
		fmt.Fprintln(os.Stderr, "usage: vectors DIR...")
		os.Exit(2)
	}
	var passed, failed, skipped int
	for _, dir := range os.Args[1:] {
		cases, err := vectors.Cases(dir)
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(2)
		}
		for _, c := range cases {
			switch err := vectors.Run(c); {
			case errors.Is(err, vectors.ErrNoCase):
				skipped++
			case err != nil:
				failed++
				fmt.Printf("%s: %v\n", c, err)
			default:
				passed++
			}
		}
	}
	fmt.Printf("%d passed, %d failed, %d skipped\n", passed, failed, skipped)
	if failed > 0 || passed == 0 {
		os.Exit(1)
	}
}
