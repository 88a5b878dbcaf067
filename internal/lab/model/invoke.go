package model

import (
	"fmt"
	"net/netip"
	"slices"
	"strings"
	"time"
)

// Logon says how the caller of a cmdlet logged on to the server.
type Logon struct {
	// Delegated is true when the caller's credentials can be used on a second machine:
	// CredSSP, Kerberos delegation, a scheduled task with a password, a RunAs endpoint.
	Delegated bool
}

// Params are a call's bound parameters by their full names. Values are typed by the
// parameter: netip.Addr and []netip.Addr for addresses, string and []string, int64 and
// []int64 for every whole number, bool for booleans and switches, time.Duration for a
// time span (0xFFFFFFFF s = unlimited), time.Time for a date. A parameter given as $null
// is present with the value nil. ComputerName is taken out before a handler sees them.
type Params map[string]any

// Object is one row that a cmdlet returns: its class (without "root/Microsoft/…") and
// its properties. Property values have the Go types of Params; null is nil. Percentages
// are float64, and the counts of IPv6 addresses uint64: a prefix holds 2^64 of them.
type Object struct {
	Class      string
	Properties map[string]any
}

// ErrorRecord is a cmdlet's non-terminating error.
type ErrorRecord struct {
	ID       string // FullyQualifiedErrorId before the comma: "DHCP 20005", "WIN32 5"
	Category string // CategoryInfo.Category: "ObjectNotFound"
	Message  string // English text, as captured where a capture exists
}

// Error makes an ErrorRecord usable as a Go error.
func (e *ErrorRecord) Error() string { return e.ID + ": " + e.Message }

// Result is what one call answers.
type Result struct {
	Rows     []Object
	Text     []string // plain strings, for the few cmdlets that return them
	Errors   []*ErrorRecord
	Warnings []string
}

// call is one bound call on its way through the model. srv is the server that it is
// about (after -ComputerName); host is the one whose PowerShell runs it.
type call struct {
	host, srv *Server
	logon     Logon
	cmdlet    string
	Params
	Result
}

type handler func(*call)

// handlers holds every cmdlet the model knows; each file adds its own in init.
var handlers = map[string]handler{}

func handle(cmdlet string, h handler) {
	if handlers[cmdlet] != nil {
		panic("model: " + cmdlet + " has two handlers")
	}
	handlers[cmdlet] = h
}

// Knows tells whether the model has behaviour for a cmdlet. Both engines fail loudly
// (NotImplementedInLab) on one that it has not.
func Knows(cmdlet string) bool { return handlers[cmdlet] != nil }

// Invoke runs one bound call on this server. It is safe for concurrent use: calls of
// one world run one at a time, as the service's own database serialises them.
func (s *Server) Invoke(logon Logon, cmdlet string, params Params) Result {
	s.world.mu.Lock()
	defer s.world.mu.Unlock()
	s.world.advance(s.world.callTakes)
	c := &call{host: s, srv: s, logon: logon, cmdlet: cmdlet, Params: Params{}}
	c.logon.Delegated = c.logon.Delegated || s.delegated
	for k, v := range params {
		if k != "ComputerName" {
			c.Params[k] = v
		}
	}
	if e := c.reach(params); e != nil {
		c.Errors = append(c.Errors, e)
		return c.Result
	}
	h := handlers[cmdlet]
	if h == nil {
		c.fail("NotImplementedInLab", "NotImplemented", "the lab's model does not know %s", cmdlet)
		return c.Result
	}
	h(c)
	if len(c.Errors) > 0 {
		// The provider's method hands its array back only when it succeeds.
		c.Rows, c.Text = nil, nil
	}
	return c.Result
}

// row adds a returned object.
func (c *call) row(class string, properties map[string]any) {
	c.Rows = append(c.Rows, Object{Class: class, Properties: properties})
}

// fail adds an error; the handler decides whether to go on.
func (c *call) fail(id, category, format string, a ...any) {
	c.Errors = append(c.Errors, &ErrorRecord{ID: id, Category: category, Message: fmt.Sprintf(format, a...)})
}

// has tells whether a parameter was given with a value other than $null.
func (p Params) has(name string) bool { return p[name] != nil }

// passThru tells whether the caller wants the object back. Some cmdlets spell the switch
// Passthru.
func (p Params) passThru() bool { return p.flag("PassThru") || p.flag("Passthru") }

// changes tells whether at least one of these parameters was given.
func (p Params) changes(names ...string) bool { return slices.ContainsFunc(names, p.given) }

// given tells whether a parameter was given at all, also as $null.
func (p Params) given(name string) bool { _, ok := p[name]; return ok }

func (p Params) str(name string) string         { s, _ := p[name].(string); return s }
func (p Params) strs(name string) []string      { s, _ := p[name].([]string); return s }
func (p Params) num(name string) int64          { n, _ := p[name].(int64); return n }
func (p Params) nums(name string) []int64       { n, _ := p[name].([]int64); return n }
func (p Params) flag(name string) bool          { b, _ := p[name].(bool); return b }
func (p Params) addr(name string) netip.Addr    { a, _ := p[name].(netip.Addr); return a }
func (p Params) addrs(name string) []netip.Addr { a, _ := p[name].([]netip.Addr); return a }
func (p Params) span(name string) time.Duration { d, _ := p[name].(time.Duration); return d }
func (p Params) when(name string) time.Time     { t, _ := p[name].(time.Time); return t }

// word returns the spelling of the set that a parameter's value means: the binder lets
// any case of letters through.
func (p Params) word(name string, set ...string) string {
	for _, w := range set {
		if strings.EqualFold(w, p.str(name)) {
			return w
		}
	}
	return ""
}

// text is a text property: an empty one is null.
func text(s string) any {
	if s == "" {
		return nil
	}
	return s
}
