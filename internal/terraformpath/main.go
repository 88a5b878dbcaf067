// Command terraformpath prints the path of the terraform that tests and the demo use:
// the one named by TF_ACC_TERRAFORM_PATH, else terraform or tofu on PATH, else one that
// it installs into ./bin. Everything it has to say goes to standard error.
package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"time"

	goversion "github.com/hashicorp/go-version"
	"github.com/hashicorp/hc-install/product"
	"github.com/hashicorp/hc-install/releases"
)

// installed is the version that is installed where none is found.
var installed = goversion.Must(goversion.NewVersion("1.11.4"))

func main() {
	path, err := find()
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	fmt.Println(path)
}

func find() (string, error) {
	if path := os.Getenv("TF_ACC_TERRAFORM_PATH"); path != "" {
		return path, nil
	}
	for _, name := range []string{"terraform", "tofu"} {
		if path, err := exec.LookPath(name); err == nil {
			return filepath.Abs(path)
		}
	}
	for _, name := range []string{"terraform", "tofu"} {
		if path, err := filepath.Abs(filepath.Join("bin", name)); err == nil && isFile(path) {
			return path, nil
		}
	}
	return install()
}

func isFile(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular()
}

func install() (string, error) {
	dir, err := filepath.Abs("bin")
	if err != nil {
		return "", err
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return "", err
	}
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Minute)
	defer cancel()
	fmt.Fprintf(os.Stderr, "No terraform or tofu on PATH: installing terraform %s into %s\n", installed, dir)
	source := &releases.ExactVersion{Product: product.Terraform, Version: installed, InstallDir: dir}
	path, err := source.Install(ctx)
	if err != nil {
		return "", fmt.Errorf("terraform could not be installed (%w).\nPut a command named terraform (1.5 or newer) or tofu (1.6 or newer) on PATH, or name one by TF_ACC_TERRAFORM_PATH", err)
	}
	return path, nil
}
