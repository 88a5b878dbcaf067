package engine

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/windows/script"
)

// Builtin is the engine without PowerShell. It recognises the constant command line and
// script and runs the programs as the script would.
type Builtin struct {
	Journal
	options Options
}

// NewBuiltin returns a built-in engine.
func NewBuiltin(options Options) *Builtin { return &Builtin{options: options} }

// Close does nothing.
func (b *Builtin) Close() error { return nil }

// Exec runs the command line; any but the constant one is an unknown command.
func (b *Builtin) Exec(ctx context.Context, on Host, commandLine string, stdin io.Reader, stdout, stderr io.Writer) int {
	b.process(commandLine)
	if commandLine != script.CommandLine() {
		say(stderr, "The lab's built-in engine runs the provider's own command line only.")
		return 1
	}
	pause(ctx, b.options.ProcessDelay)
	if mode := b.options.LanguageMode; mode != "" && mode != fullLanguage {
		say(stdout, script.LanguagePrefix+mode)
		return script.ExitLanguage
	}
	request, err := script.ParseRequest(threeLines(stdin))
	if errors.Is(err, script.ErrDamaged) {
		say(stdout, err.Error())
		return script.ExitDamaged
	}
	if err != nil {
		say(stderr, err.Error())
		return 1
	}
	if request.Hop != nil {
		if refused := b.options.logon(*request.Hop); refused != nil {
			say(stdout, script.HopOutput(*refused))
			return script.ExitHop
		}
		on.Logon.Delegated = true
	}
	run := &interpreter{engine: b, ctx: ctx, on: on}
	for _, p := range request.Programs {
		if ctx.Err() != nil {
			return 1
		}
		run.program(p)
	}
	if _, err := stdout.Write(script.Frame(request.Nonce, run.out.String())); err != nil {
		return 1
	}
	return 0
}

// say writes a line. A caller that is gone needs none.
func say(w io.Writer, line string) { _, _ = fmt.Fprintln(w, line) }

const fullLanguage = "FullLanguage"

// threeLines reads what the bootstrap reads, which never waits for the end of stdin.
func threeLines(stdin io.Reader) []byte {
	in := bufio.NewReader(stdin)
	var all []byte
	for range 3 {
		line, err := in.ReadBytes('\n')
		all = append(all, line...)
		if err != nil {
			break
		}
	}
	return all
}
