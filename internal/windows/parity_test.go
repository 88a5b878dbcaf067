package windows

import (
	"context"
	"fmt"
	"os"
	"testing"
	"time"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/lab/engine"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/lab/engine/enginetest"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/lab/pwsh"
)

// recorded holds every kind of program that the tests of this package had a client build.
var recorded enginetest.Recording

// TestMain sends them all through both of the lab's engines once the tests have run.
func TestMain(m *testing.M) {
	code := m.Run()
	if code == 0 && recorded.Len() > 0 {
		if err := compareEngines(); err != nil {
			fmt.Fprintln(os.Stderr, "the lab's engines answer differently:", err)
			code = 1
		}
	}
	os.Exit(code)
}

func compareEngines() error {
	path, err := pwsh.Find()
	if err != nil {
		return nil // the tests of package engine say whether that is allowed
	}
	e, err := engine.NewPwsh(path, engine.Options{})
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Minute)
	defer cancel()
	fmt.Printf("comparing the answers of both engines to %d kinds of programs\n", recorded.Len())
	err = recorded.Compare(ctx, e)
	if closed := e.Close(); err == nil {
		err = closed
	}
	return err
}
