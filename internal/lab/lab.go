// Package lab is a DHCP lab on the loopback interface: one or two model servers of
// Windows DHCP behind WinRM servers that speak the real protocol. The demo and the
// acceptance tests manage it as if it were real.
package lab

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"time"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/lab/engine"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/lab/model"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/lab/pwsh"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/lab/winrmserver"
)

// User and Password are the administrator's logon on every lab server.
const (
	User     = `LAB\admin`
	Password = "S3cret!"
)

// Endpoint is a session configuration with RunAs, which every lab server has.
const Endpoint = "DhcpFailover"

// Engines that run what arrives.
const (
	Builtin    = "builtin" // needs nothing
	PowerShell = "pwsh"    // runs the real script in PowerShell 7, which must be on PATH
)

// Options say how a lab is built. The zero value is one fast, healthy server over http.
type Options struct {
	Engine  string // Builtin when empty
	Servers int    // 1 or 2; 0 means 1
	HTTPS   bool
	Tuning  engine.Options
	// WinRM changes the options of each WinRM server before it starts; nil leaves them.
	WinRM func(*winrmserver.Options)
}

// Engine is an engine with its journal.
type Engine interface {
	engine.Engine
	Before(func(engine.Call))
	Instead(func(engine.Call) *model.Result)
	Processes() int
	CommandLines() []string
	Calls() []engine.Call
	Reset()
}

// callDuration is how long each call takes on the lab's clock, which nothing else moves:
// relationships reach their next state, and leases expire, as calls come in.
const callDuration = time.Second

// Lab is a running lab.
type Lab struct {
	World   *model.World
	Engine  Engine
	Servers []*Server
}

// Server is one server of a lab: its model and the WinRM server in front of it.
type Server struct {
	*model.Server
	WinRM *winrmserver.Server
	https bool
}

// Start starts a lab. Close ends it.
func Start(o Options) (*Lab, error) {
	e, err := newEngine(o)
	if err != nil {
		return nil, err
	}
	l := &Lab{World: model.NewWorld(max(o.Servers, 1), time.Now().UTC()), Engine: e}
	l.World.SetCallDuration(callDuration)
	for i := range max(o.Servers, 1) {
		s, err := l.serve(l.World.Server(fmt.Sprintf("DHCP%d", i+1)), o)
		if err != nil {
			return nil, errors.Join(err, l.Close())
		}
		l.Servers = append(l.Servers, s)
	}
	return l, nil
}

func newEngine(o Options) (Engine, error) {
	if o.Tuning.Accounts == nil {
		o.Tuning.Accounts = map[string]string{"admin": Password}
	}
	o.Tuning.Endpoints = append([]string{Endpoint}, o.Tuning.Endpoints...)
	switch o.Engine {
	case "", Builtin:
		return engine.NewBuiltin(o.Tuning), nil
	case PowerShell:
		path, err := pwsh.Find()
		if err != nil {
			return nil, err
		}
		return engine.NewPwsh(path, o.Tuning)
	}
	return nil, fmt.Errorf("there is no engine %q: choose %s or %s", o.Engine, Builtin, PowerShell)
}

func (l *Lab) serve(m *model.Server, o Options) (*Server, error) {
	options := winrmserver.Options{
		HTTPS: o.HTTPS,
		Offer: []string{"Negotiate", "Basic", "CredSSP"},
		Users: map[string]string{"admin": Password},
		Exec: func(ctx context.Context, s winrmserver.Session, line string, stdin io.Reader, stdout, stderr io.Writer) int {
			on := engine.Host{Server: m, Logon: model.Logon{Delegated: s.Delegated}}
			return l.Engine.Exec(ctx, on, line, stdin, stdout, stderr)
		},
	}
	if o.WinRM != nil {
		o.WinRM(&options)
	}
	s, err := winrmserver.New(options)
	if err != nil {
		return nil, err
	}
	return &Server{Server: m, WinRM: s, https: o.HTTPS}, nil
}

// Close ends the WinRM servers and the engine.
func (l *Lab) Close() error {
	var errs []error
	for _, s := range l.Servers {
		errs = append(errs, s.WinRM.Close())
	}
	return errors.Join(append(errs, l.Engine.Close())...)
}

// Environment is what makes the provider use a server: names and values of environment
// variables.
func (s *Server) Environment() map[string]string {
	env := map[string]string{
		"DHCP_WINDOWS_HOST":     "127.0.0.1",
		"DHCP_WINDOWS_PORT":     strconv.Itoa(s.WinRM.Port()),
		"DHCP_WINDOWS_HTTPS":    strconv.FormatBool(s.https),
		"DHCP_WINDOWS_USERNAME": User,
		"DHCP_WINDOWS_PASSWORD": Password,
	}
	if s.https {
		env["DHCP_WINDOWS_CA_CERTIFICATE"] = string(s.WinRM.CACert())
	}
	return env
}

// Block is the attributes of the provider's windows block that reach a server, as HCL.
func (s *Server) Block() string {
	return fmt.Sprintf("host = \"127.0.0.1\"\nport = %d\nhttps = %t\nusername = %q\npassword = %q\nca_certificate = %q\n",
		s.WinRM.Port(), s.https, User, Password, caText(s))
}

func caText(s *Server) string {
	if !s.https {
		return ""
	}
	return string(s.WinRM.CACert())
}
