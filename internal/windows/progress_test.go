package windows

import (
	"bytes"
	"context"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/hashicorp/terraform-plugin-log/tflogtest"
)

// lockedBuffer is a log that several operations write at once.
type lockedBuffer struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (b *lockedBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text.Write(p)
}

// infos are the messages at INFO.
func (b *lockedBuffer) infos(t *testing.T) []map[string]any {
	t.Helper()
	b.mu.Lock()
	defer b.mu.Unlock()
	entries, err := tflogtest.MultilineJSONDecode(&b.text)
	if err != nil {
		t.Fatal(err)
	}
	var out []map[string]any
	for _, entry := range entries {
		if entry["@level"] == "info" {
			out = append(out, entry)
		}
	}
	return out
}

// TestLongWorkShowsProgress makes many scopes at once: the log at INFO tells what is sent
// and how many changes are done, and reaches their number.
func TestLongWorkShowsProgress(t *testing.T) {
	const scopes = 40
	var log lockedBuffer
	ctx := tflogtest.RootLogger(t.Context(), &log)
	l := newLab(t, 1)
	var wait sync.WaitGroup
	for n := byte(1); n <= scopes; n++ {
		wait.Go(func() {
			if _, err := l.CreateScope(ctx, numbered(n)); err != nil {
				t.Error(err)
			}
		})
	}
	wait.Wait()
	sent, most := 0.0, 0.0
	for _, entry := range log.infos(t) {
		switch entry["@message"] {
		case "Changes are sent to the DHCP server":
			sent += entry["changes"].(float64)
		case "The DHCP server answered a batch of changes":
			most = max(most, entry["done_so_far"].(float64))
		}
	}
	if sent < scopes || most != sent {
		t.Errorf("the log tells of %v changes that were sent and %v that are done, for %d scopes", sent, most, scopes)
	}
}

// TestWaitingIsTold waits for a relationship that is not in its normal state: the log at
// INFO names it and the reason.
func TestWaitingIsTold(t *testing.T) {
	var log lockedBuffer
	l := newPair(t)
	mustFailover(t, l, standby("F", "10.1.0.0"))
	l.world.Pass(time.Minute)
	l.server.SetFailoverState("F", "Startup")
	if err := l.JoinFailover(tflogtest.RootLogger(t.Context(), &log), "F", "", ip("10.2.0.0")); err != nil {
		t.Fatal(err)
	}
	for _, entry := range log.infos(t) {
		if entry["@message"] == "Waiting for the failover relationship" && strings.Contains(entry["because"].(string), "Startup") {
			return
		}
	}
	t.Error("the log does not tell of the wait")
}

// TestTimeoutNamesThePhase gives up at a lock and in line: the message tells the two apart.
func TestTimeoutNamesThePhase(t *testing.T) {
	l := newLab(t, 1)
	unlock, err := l.locks.lock(t.Context(), lockScope(office().ID()))
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(context.DeadlineExceeded)
	_, err = l.CreateScope(ctx, office())
	if e := wantKind(t, err, KindTimeout); !strings.Contains(e.Message, phaseTurn) {
		t.Errorf("at a lock: %v", err)
	}
	unlock()
	_, err = l.ReadScope(ctx, office().ID())
	if e := wantKind(t, err, KindTimeout); !strings.Contains(e.Message, phaseRead) {
		t.Errorf("at a read: %v", err)
	}
}
