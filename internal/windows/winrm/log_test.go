package winrm_test

import (
	"bytes"
	"context"
	"encoding/base64"
	"io"
	"strings"
	"sync"
	"testing"

	"github.com/hashicorp/terraform-plugin-log/tflogtest"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/lab/winrmserver"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/windows/winrm"
)

// TestLogHoldsNoSecrets runs a good and a failing command at TRACE and looks for every
// text that must not be there.
func TestLogHoldsNoSecrets(t *testing.T) {
	t.Setenv("TF_LOG", "TRACE")
	talk := func(_ context.Context, _ winrmserver.Session, _ string, stdin io.Reader, stdout, stderr io.Writer) int {
		_, _ = io.Copy(io.Discard, stdin)
		_, _ = io.WriteString(stdout, "secret-output")
		_, _ = io.WriteString(stderr, "secret-complaint")
		return 0
	}
	s := startServer(t, winrmserver.Options{Exec: talk})
	p := newPool(t, clientConfig(s))
	log := &lockedBuffer{}
	ctx := tflogtest.RootLogger(t.Context(), log)
	s.Inject(winrmserver.Fault{Action: winrmserver.ActionCreate, Call: 1, Effect: winrmserver.FaultBefore, Code: 170})
	if _, err := p.Run(ctx, winrm.Command{Line: "secret-command", Stdin: []byte("secret-input")}); err != nil {
		t.Fatal(err)
	}
	text := log.String()
	for _, want := range []string{`"@module":"provider.winrm"`, `"action":"Create"`, `"action":"Delete"`, `"fault_code":170`, `"duration_ms"`, `"sent_bytes"`, `"status":200`} {
		if !strings.Contains(text, want) {
			t.Errorf("the log lacks %s", want)
		}
	}
	for _, secret := range []string{testPassword, "secret-command", "secret-input", "secret-output", "secret-complaint"} {
		if strings.Contains(text, secret) || strings.Contains(text, base64.StdEncoding.EncodeToString([]byte(secret))) {
			t.Errorf("the log holds %q", secret)
		}
	}
	if t.Failed() {
		t.Log(text)
	}
}

// lockedBuffer takes log lines from several goroutines.
type lockedBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (l *lockedBuffer) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(p)
}

func (l *lockedBuffer) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.String()
}
