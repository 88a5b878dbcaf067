package acctest

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	goversion "github.com/hashicorp/go-version"
)

// Terraform is the terraform that acceptance tests use: the one that TF_ACC_TERRAFORM_PATH
// names, else the one on PATH. Without either the test is skipped.
func Terraform(t testing.TB) string {
	t.Helper()
	if path := os.Getenv("TF_ACC_TERRAFORM_PATH"); path != "" {
		return path
	}
	path, err := exec.LookPath("terraform")
	if err != nil {
		t.Skip("no terraform: set TF_ACC_TERRAFORM_PATH or put terraform on PATH")
	}
	return path
}

// TerraformFrom is a Terraform of at least a version, for what came with that version: the
// one that acceptance tests use, else one that "make tools-matrix" built into ./bin.
// OpenTofu counts its versions otherwise and is never taken. Without any the test is
// skipped.
func TerraformFrom(t testing.TB, least string) string {
	t.Helper()
	want := goversion.Must(goversion.NewVersion(least))
	built, _ := filepath.Glob(filepath.Join("..", "..", "bin", "terraform-v*"))
	deeper, _ := filepath.Glob(filepath.Join("..", "..", "..", "bin", "terraform-v*"))
	for _, path := range append([]string{Terraform(t)}, append(built, deeper...)...) {
		if got := versionOf(path); got != nil && got.GreaterThanOrEqual(want) {
			absolute, err := filepath.Abs(path)
			if err != nil {
				t.Fatal(err)
			}
			return absolute
		}
	}
	t.Skipf("no Terraform %s or newer: make tools-matrix builds one into ./bin, and TF_ACC_TERRAFORM_PATH names one", least)
	return ""
}

// versionOf asks a Terraform for its version; OpenTofu and whatever else stands there has none.
func versionOf(path string) *goversion.Version {
	command := exec.Command(path, "version", "-json")
	command.Env = append(os.Environ(), "TF_CLI_CONFIG_FILE="+os.DevNull, "CHECKPOINT_DISABLE=1")
	out, err := command.Output()
	var answer struct {
		Version string `json:"terraform_version"`
	}
	if err != nil || json.Unmarshal(out, &answer) != nil || isTofu(path) {
		return nil
	}
	v, err := goversion.NewVersion(answer.Version)
	if err != nil {
		return nil
	}
	return v
}

// isTofu tells OpenTofu by the first line that it prints.
func isTofu(path string) bool {
	out, err := exec.Command(path, "version").Output()
	return err == nil && len(out) >= 8 && string(out[:8]) == "OpenTofu"
}
