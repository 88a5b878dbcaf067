package windows

import (
	"context"
	"fmt"
	"sync"
	"time"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/windows/cmdlet"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/windows/script"
)

// environmentCheck is the first look at the server, made once before anything else.
type environmentCheck struct {
	mu   sync.Mutex
	done bool
	info ServerInfo
	err  *Error
	at   time.Time
}

// failureHolds is how long a failed check answers for the ones after it: a whole walk
// should not wait out the same timeout object by object, and a repaired server should
// be seen soon.
const failureHolds = 10 * time.Second

// ready makes sure that the server can run what the provider sends.
func (c *Client) ready(ctx context.Context) *Error {
	k := &c.checked
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.done {
		return nil
	}
	if k.err != nil && c.config.Clock.Now().Sub(k.at) < failureHolds {
		return k.err
	}
	k.info, k.err = c.probe(ctx)
	k.at = c.config.Clock.Now()
	k.done = k.err == nil
	return k.err
}

// probe asks what the server has to run programs with, and what it is.
func (c *Client) probe(ctx context.Context) (ServerInfo, *Error) {
	limit := c.config.EnvironmentCheckTimeout
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	answers, err := c.run(ctx, true, []script.Program{
		{ID: "environment", Probe: true},
		{ID: "version", Steps: []cmdlet.Call{{Cmdlet: "Get-DhcpServerVersion", Take: []string{"MajorVersion", "MinorVersion"}}}},
		{ID: "setting", Steps: []cmdlet.Call{{Cmdlet: "Get-DhcpServerSetting", Take: settingColumns}}},
	})
	if err != nil {
		e := asError(err)
		if e.Kind == KindTimeout && ctx.Err() != nil {
			e.Message = fmt.Sprintf("the first look at the server took longer than %s", limit)
			e.Advice = "Raise environment_check_timeout when the server is just slow: a first logon makes a profile there."
		}
		return ServerInfo{Server: c.config.Server, Reason: e.Message, ReasonKind: e.Kind}, e
	}
	info, e := c.decodeServer(answers)
	if e != nil {
		e.whole = true
		info.Reason, info.ReasonKind = e.Error(), e.Kind
	}
	info.Ready = e == nil
	return info, e
}

// decodeServer makes a ServerInfo from the answers of a probe. Its error is what keeps
// the server from being managed.
func (c *Client) decodeServer(answers map[string]script.Answer) (ServerInfo, *Error) {
	info := ServerInfo{Server: c.config.Server}
	a := answers["environment"]
	if env := a.Environment; env != nil {
		info.PowerShell, info.LanguageMode, info.Module, info.MissingCmdlets = env.PSVersion, env.LanguageMode, env.Module, env.Missing
	}
	version, setting := c.answerOf(answers["version"]), c.answerOf(answers["setting"])
	if version.err == nil && len(version.rows) > 0 {
		d := decoder{row: version.rows[0]}
		info.Version = fmt.Sprintf("%d.%d", d.number("MajorVersion"), d.number("MinorVersion"))
	}
	if setting.err == nil && len(setting.rows) > 0 {
		info.decodeSetting(setting.rows[0])
	}
	if info.Module == "" {
		m := numbers[script.CommandNotFound]
		e := &Error{Kind: m.kind, Server: c.config.Server, Message: "the PowerShell module DhcpServer is not installed", Advice: m.advice}
		if a.Err != nil {
			e.Message += ": " + a.Err.Message
			e.Err = a.Err
		}
		return info, e
	}
	for _, got := range []answer{version, setting} {
		if got.err != nil {
			return info, asError(got.err)
		}
	}
	return info, nil
}
