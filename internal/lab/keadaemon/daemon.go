package keadaemon

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// unprivileged is the uid and gid of nobody, which the daemons run as.
const unprivileged = 65534

// Options say which daemons to start.
type Options struct {
	Version Version
	// Service is dhcp4 or dhcp6; empty means dhcp4.
	Service string
	// Direct uses the daemon's own HTTP socket (3.0 only) in place of a control agent.
	Direct bool
	// Username and Password protect the HTTP socket; empty leaves it open.
	Username, Password string
	// TLS serves https with the certificates of Certificates.
	TLS *Certificates
	// ClientCertificate makes the server ask for a client certificate.
	ClientCertificate bool
	// Hooks are the names of hook libraries, without lib path and suffix: host_cmds.
	Hooks []string
	// HookParameters are the parameters of hook libraries, by their names in Hooks.
	HookParameters map[string]any
	// Settings are added to the daemon's configuration, over what is there by default.
	Settings map[string]any
	// ReadOnlyConfig leaves the configuration file to root, as Debian's packages do.
	ReadOnlyConfig bool
	// Network is where the DHCP daemon serves clients, as root; nil means nowhere.
	Network *Network
}

// Daemon is a running DHCP daemon with its control agent.
type Daemon struct {
	// URL is the control endpoint.
	URL string
	// Dir is the daemon's directory, as the test sees it.
	Dir string

	options Options
	inside  string // Dir, as the daemon sees it
	port    int
	dhcp    *process
	agent   *process
	t       testing.TB
}

// Start starts daemons and stops them when the test ends.
func Start(t testing.TB, options Options) *Daemon {
	t.Helper()
	Need(t, options.Version)
	if options.Service == "" {
		options.Service = "dhcp4"
	}
	d := &Daemon{options: options, t: t, port: freePort(t)}
	d.makeDirectory()
	scheme := "http"
	if options.TLS != nil {
		scheme = "https"
		options.TLS.write(t, d.Dir)
	}
	d.URL = fmt.Sprintf("%s://127.0.0.1:%d", scheme, d.port)
	d.writeConfig("dhcp.json", d.dhcpConfig())
	d.writeConfig("agent.json", d.agentConfig())
	if options.ReadOnlyConfig {
		must(t, os.Chown(filepath.Join(d.Dir, "dhcp.json"), 0, 0))
		must(t, os.Chmod(filepath.Join(d.Dir, "dhcp.json"), 0o644))
	}
	t.Cleanup(d.Stop)
	d.startDHCP()
	if !options.Direct {
		d.agent = d.spawn("kea-ctrl-agent", "-c", d.path("agent.json"))
	}
	d.awaitHTTP()
	return d
}

// makeDirectory makes the daemon's directory: where a chroot sees it, with the one mode
// that every version accepts.
func (d *Daemon) makeDirectory() {
	parent := filepath.Join(d.options.Version.root(), "tmp")
	dir, err := os.MkdirTemp(parent, "kea-lab-")
	must(d.t, err)
	d.t.Cleanup(func() { _ = os.RemoveAll(dir) })
	must(d.t, os.Chmod(dir, 0o750))
	must(d.t, os.Chown(dir, unprivileged, unprivileged))
	d.Dir = dir
	d.inside = filepath.Join("/tmp", filepath.Base(dir))
}

func (d *Daemon) path(name string) string { return d.inside + "/" + name }

func (d *Daemon) writeConfig(name string, config map[string]any) {
	text, err := json.MarshalIndent(config, "", " ")
	must(d.t, err)
	file := filepath.Join(d.Dir, name)
	must(d.t, os.WriteFile(file, text, 0o600))
	must(d.t, os.Chown(file, unprivileged, unprivileged))
}

// Restart starts the DHCP daemon again after KillDHCP.
func (d *Daemon) Restart() {
	d.startDHCP()
	d.awaitHTTP()
}

func (d *Daemon) startDHCP() {
	d.dhcp = d.spawn("kea-"+d.options.Service, "-c", d.path("dhcp.json"), "-p", fmt.Sprint(d.dhcpPort()))
	d.await("the control socket", func() bool {
		connection, err := (&net.Dialer{}).DialContext(context.Background(), "unix", filepath.Join(d.Dir, "kea.sock"))
		if err == nil {
			_ = connection.Close()
		}
		return err == nil
	})
}

// dhcpPort is the real one in a network namespace, and a free one elsewhere.
func (d *Daemon) dhcpPort() int {
	if d.options.Network != nil {
		return 67
	}
	return freePort(d.t)
}

// KillDHCP ends the DHCP daemon as kill -9 does; a control agent goes on running.
func (d *Daemon) KillDHCP() { d.dhcp.kill() }

// Stop ends both daemons.
func (d *Daemon) Stop() {
	for _, p := range []*process{d.agent, d.dhcp} {
		if p != nil {
			p.kill()
		}
	}
}

// awaitHTTP waits until the daemon itself answers through the endpoint. The control socket
// answers before the lease database is open, so a process that dies meanwhile is looked for.
func (d *Daemon) awaitHTTP() {
	client := &http.Client{Timeout: time.Second, Transport: &http.Transport{TLSClientConfig: d.options.TLS.client(d.options.ClientCertificate)}}
	defer client.CloseIdleConnections()
	body := []byte(`{"command":"leases-reclaim","service":["` + d.options.Service + `"],"arguments":{"remove":false}}`)
	d.await("an answer on "+d.URL, func() bool {
		request, err := http.NewRequestWithContext(context.Background(), http.MethodPost, d.URL, bytes.NewReader(body))
		must(d.t, err)
		request.Header.Set("Content-Type", "application/json")
		if d.options.Username != "" {
			request.SetBasicAuth(d.options.Username, d.options.Password)
		}
		response, err := client.Do(request)
		if err != nil {
			return false
		}
		defer func() { _ = response.Body.Close() }()
		var answers []struct{ Result int }
		return json.NewDecoder(response.Body).Decode(&answers) == nil && len(answers) == 1 && answers[0].Result == 0
	})
}

// patience bounds the start of a daemon, on a machine that is busy with other tests.
const patience = 30 * time.Second

func (d *Daemon) await(what string, ready func() bool) {
	d.t.Helper()
	for deadline := time.Now().Add(patience); !ready(); {
		select {
		case <-d.dhcp.gone:
			d.t.Fatalf("kea-%s %s ended while waiting for %s:\n%s", d.options.Service, d.options.Version, what, d.dhcp.log())
		case <-time.After(10 * time.Millisecond):
		}
		if time.Now().After(deadline) {
			agentLog := ""
			if d.agent != nil {
				agentLog = d.agent.log()
			}
			d.t.Fatalf("kea-%s %s: no %s within %s:\n%s\n%s", d.options.Service, d.options.Version, what, patience, d.dhcp.log(), agentLog)
		}
	}
}

// process is one daemon process.
type process struct {
	command *exec.Cmd
	logFile string
	gone    chan struct{}
}

func (d *Daemon) spawn(name string, arguments ...string) *process {
	program := "/usr/sbin/" + name
	p := &process{logFile: filepath.Join(d.Dir, name+".log"), gone: make(chan struct{})}
	p.command = exec.CommandContext(context.Background(), program, arguments...)
	switch {
	case d.options.Network != nil && name == "kea-"+d.options.Service:
		// Raw sockets take root; the namespace is the fence then.
		p.command = exec.CommandContext(context.Background(), "ip", append([]string{"netns", "exec", d.options.Network.server, "chroot", d.options.Version.root(), program}, arguments...)...)
	case d.options.Network != nil:
		// The agent stays outside, where the test reaches it, and must be root to use the socket.
		p.command = exec.CommandContext(context.Background(), "chroot", append([]string{d.options.Version.root(), program}, arguments...)...)
	default:
		p.command.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: unprivileged, Gid: unprivileged}, Pdeathsig: syscall.SIGKILL}
		if root := d.options.Version.root(); root != "/" {
			p.command.SysProcAttr.Chroot = root
		}
	}
	p.command.Dir = "/"
	for _, variable := range []string{"PIDFILE_DIR", "LOCKFILE_DIR", "CONTROL_SOCKET_DIR", "DHCP_DATA_DIR", "LOG_FILE_DIR"} {
		p.command.Env = append(p.command.Env, "KEA_"+variable+"="+d.inside)
	}
	p.command.Env = append(p.command.Env, "PATH=/usr/sbin:/usr/bin:/sbin:/bin")
	log, err := os.OpenFile(p.logFile, os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o600)
	must(d.t, err)
	defer func() { _ = log.Close() }()
	p.command.Stdout, p.command.Stderr = log, log
	must(d.t, p.command.Start())
	go func() {
		_ = p.command.Wait()
		close(p.gone)
	}()
	return p
}

func (p *process) kill() {
	_ = p.command.Process.Kill()
	<-p.gone
}

func (p *process) log() string {
	text, err := os.ReadFile(p.logFile)
	if err != nil {
		return err.Error()
	}
	lines := strings.Split(strings.TrimSpace(string(text)), "\n")
	return strings.Join(lines[max(0, len(lines)-15):], "\n")
}

func freePort(t testing.TB) int {
	t.Helper()
	listener, err := (&net.ListenConfig{}).Listen(context.Background(), "tcp", "127.0.0.1:0")
	must(t, err)
	defer func() { _ = listener.Close() }()
	address, _ := listener.Addr().(*net.TCPAddr)
	return address.Port
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
