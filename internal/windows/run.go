package windows

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-log/tflog"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/windows/script"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/windows/winrm"
)

// run runs programs in one process and returns their answers by id. Its error is a *Error
// that says whether anything may have been done.
func (c *Client) run(ctx context.Context, readOnly bool, programs []script.Program) (map[string]script.Answer, error) {
	return c.runOn(ctx, c.config.ComputerName, readOnly, programs)
}

// runOn is run for a DHCP server other than the client's own: computer is handed to each
// cmdlet as -ComputerName.
func (c *Client) runOn(ctx context.Context, computer string, readOnly bool, programs []script.Program) (map[string]script.Answer, error) {
	stdin, nonce, err := c.encode(programs, computer)
	if err != nil {
		return nil, &Error{Kind: KindInvalid, Server: c.config.Server, Message: err.Error(), whole: true,
			Advice: "This is a mistake of the provider: please report it with this message.", Err: err}
	}
	logCalls(ctx, c.config.Server, programs)
	c.stats.processes.Add(1)
	result, err := c.config.Runner.Run(ctx, winrm.Command{Line: script.CommandLine(), Stdin: stdin, ReadOnly: readOnly})
	if err != nil {
		return nil, c.transportError(err)
	}
	answers, err := script.Decode(nonce, result.Stdout)
	if err != nil {
		return nil, c.frameError(result, err)
	}
	byID := make(map[string]script.Answer, len(answers))
	for _, a := range answers {
		byID[a.ID] = a
	}
	for _, p := range programs {
		if _, ok := byID[p.ID]; !ok {
			return nil, c.frameError(result, fmt.Errorf("the server's answer leaves out a part of what was asked"))
		}
	}
	return byID, nil
}

// logCalls names each cmdlet and its parameters, so that an administrator can follow what
// the provider does. Values never reach the log.
func logCalls(ctx context.Context, server string, programs []script.Program) {
	calls := map[string]int{}
	for _, p := range programs {
		for _, step := range p.Steps {
			calls[step.String()]++
		}
	}
	for _, call := range slices.Sorted(maps.Keys(calls)) {
		tflog.Debug(ctx, "Running DHCP cmdlet", map[string]any{"call": call, "times": calls[call], "server": server})
	}
}

// transportError says what a failed command means.
func (c *Client) transportError(err error) *Error {
	e := &Error{Kind: KindUnreachable, Server: c.config.Server, Message: err.Error(), Err: err, whole: true, lost: winrm.OutcomeOf(err) != winrm.NeverStarted}
	var w *winrm.Error
	if errors.As(err, &w) {
		bare := *w
		bare.Advice = ""
		e.Message, e.Advice = bare.Error(), w.Advice
	}
	switch winrm.KindOf(err) {
	case winrm.KindAuth:
		e.Kind = KindAuthentication
	case winrm.KindTLS, winrm.KindInsecure:
		e.Kind = KindTransportSecurity
	case winrm.KindTimeout:
		e.Kind = KindTimeout
	case winrm.KindCancelled, winrm.KindClosed:
		e.Kind = KindCancelled
	case winrm.KindQuota:
		e.Kind = KindBusy
	}
	return e
}

// frameError says what an answer without a sound frame means. Some exit codes prove that
// nothing has run.
func (c *Client) frameError(result winrm.Result, err error) *Error {
	if result.ExitCode == script.ExitHop || result.ExitCode == script.ExitHopLost {
		return c.hopError(result)
	}
	e := &Error{Kind: KindProtocol, Server: c.config.Server, Message: err.Error(), Err: err, whole: true, lost: true}
	switch result.ExitCode {
	case script.ExitDamaged:
		e.lost, e.Message = false, "the commands arrived damaged, and the server ran none of them"
		e.Advice = "Run the operation again."
	case script.ExitLanguage:
		e.lost, e.Kind = false, KindConstrained
		_, mode, _ := strings.Cut(string(result.Stdout), script.LanguagePrefix)
		e.Message = "PowerShell runs in the language mode " + strings.TrimSpace(mode) + " for this user"
		e.Advice = adviceLanguage
	default:
		if result.ExitCode != 0 {
			e.Message += fmt.Sprintf("; PowerShell ended with code %d", result.ExitCode)
		}
	}
	return e
}

const adviceLanguage = "The provider needs FullLanguage: let the application control policy (AppLocker, WDAC) allow scripts for this user on the server, or take another user."

// stepError says what an error of a cmdlet means.
func (c *Client) stepError(e *script.StepError) *Error {
	m := meaningOf(e.ID, e.Cmdlet)
	text := strings.TrimSpace(e.Message)
	if e.Cause != "" {
		text = strings.TrimRight(text, ".") + ": " + strings.TrimSpace(e.Cause)
	}
	return &Error{Kind: m.kind, Server: c.config.Server, ID: e.ID, Cmdlet: e.Cmdlet, Message: text, Advice: m.advice, Err: e}
}

// The phases of an operation, for messages about time that is over.
const (
	phaseTurn = "waiting for other changes of the same object to end"
	phaseLine = "waiting in line behind other work for the server; nothing was changed"
	phaseRead = "waiting for the server's answer to a read"
	phaseSlot = "waiting for one of the processes that the provider may run on the server"
)

// cancelled says that the caller gave up, or ran out of time, while it waited for its turn.
func (c *Client) cancelled(ctx context.Context) *Error { return c.cancelledWhile(ctx, phaseTurn) }

// cancelledWhile says that the caller gave up, or ran out of time, in a phase.
func (c *Client) cancelledWhile(ctx context.Context, phase string) *Error {
	cause := context.Cause(ctx)
	e := &Error{Kind: KindCancelled, Server: c.config.Server, Message: "the operation was cancelled while " + phase, Err: cause, whole: true}
	if errors.Is(cause, context.DeadlineExceeded) {
		e.Kind, e.Message = KindTimeout, "the time for the operation was over while "+phase
		e.Advice = "Raise the timeout of the resource when the server is just slow."
	}
	return e
}
