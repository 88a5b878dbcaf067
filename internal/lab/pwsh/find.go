// Package pwsh finds and runs PowerShell 7 for the lab and writes the lab's own DhcpServer
// module, whose functions have the parameters of the real cmdlets.
package pwsh

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
)

// ErrMissing says that there is no PowerShell on this machine.
var ErrMissing = errors.New("no pwsh on PATH: install PowerShell 7 to use the lab's pwsh engine")

// Find returns the path of PowerShell 7: pwsh on PATH, or the copy that some development
// machines keep beside the repository in ../shared/bin.
func Find() (string, error) {
	if path, err := exec.LookPath("pwsh"); err == nil {
		return path, nil
	}
	dir, err := os.Getwd()
	if err != nil {
		return "", err
	}
	for ; dir != filepath.Dir(dir); dir = filepath.Dir(dir) {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err != nil {
			continue
		}
		beside := filepath.Join(filepath.Dir(dir), "shared", "bin", "pwsh")
		if _, err := os.Stat(beside); err == nil {
			return beside, nil
		}
	}
	return "", ErrMissing
}
