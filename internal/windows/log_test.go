package windows

import (
	"bytes"
	"context"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-log/tflogtest"
)

func TestLogNamesCallsAndNeverValues(t *testing.T) {
	var log bytes.Buffer
	ctx := tflogtest.RootLogger(context.Background(), &log)
	l := newLab(t, 1)
	if _, err := l.CreateScope(ctx, office()); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"Set-DhcpServerv4OptionValue -Force -OptionId -ScopeId -Value", "Add-DhcpServerv4Scope -ActivatePolicies"} {
		if !strings.Contains(log.String(), want) {
			t.Errorf("the log does not tell %q", want)
		}
	}
	for _, value := range []string{"Office", "10.1.0.10", "lab.example\\boot", "first floor", "x64.com"} {
		if strings.Contains(log.String(), value) {
			t.Errorf("the log tells the value %q", value)
		}
	}
}
