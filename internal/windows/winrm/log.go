package winrm

import (
	"context"
	"time"

	"github.com/hashicorp/terraform-plugin-log/tflog"
)

// subsystem is the name of this package's log. It holds actions, sizes, codes and
// times; never bodies, parameters, output or credentials.
const subsystem = "winrm"

func (p *Pool) logContext(ctx context.Context) context.Context {
	ctx = tflog.NewSubsystem(ctx, subsystem)
	return tflog.SubsystemSetField(ctx, subsystem, "winrm_server", p.config.address())
}

// log reports one request. answer and e may be nil.
func (s *session) log(ctx context.Context, m *message, sent int, answer *reply, e *Error, began time.Time) {
	fields := map[string]any{"action": string(m.action), "sent_bytes": sent, "duration_ms": time.Since(began).Milliseconds()}
	if answer != nil {
		fields["status"], fields["received_bytes"] = answer.status, len(answer.body)
	}
	if e != nil {
		fields["failure"], fields["fault_code"] = string(e.Kind), e.Code
	}
	tflog.SubsystemDebug(ctx, subsystem, "WinRM request", fields)
}

func logRetry(ctx context.Context, e *Error, try int) {
	tflog.SubsystemInfo(ctx, subsystem, "WinRM command is tried again", map[string]any{
		"action": e.Action, "failure": string(e.Kind), "fault_code": e.Code, "try": try + 2,
	})
}

func logLeak(ctx context.Context, after time.Duration) {
	tflog.SubsystemWarn(ctx, subsystem, "A shell could not be deleted; the server drops it when it has been idle", map[string]any{
		"idle_seconds": after.Seconds(),
	})
}
