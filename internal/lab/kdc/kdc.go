// Package kdc runs a Kerberos KDC of MIT krb5 on loopback for tests: a realm with one
// user and one service. It needs the programs krb5kdc, kdb5_util and kadmin.local
// (Debian: krb5-kdc and krb5-admin-server), but neither root nor the system's
// configuration.
package kdc

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// Realm is the name of the lab's realm.
const Realm = "LAB.TEST"

// KDC is a running KDC.
type KDC struct {
	Config        string // path of a krb5.conf for clients
	ServiceKeytab string // path
	UserKeytab    string // path

	dir     string
	command *exec.Cmd
}

// ErrMissing says that a program is not installed.
var ErrMissing = errors.New("krb5-kdc and krb5-admin-server are not installed")

// find looks for a program also where packages put those of administrators.
func find(name string) (string, error) {
	for _, dir := range []string{"", "/usr/sbin/", "/sbin/"} {
		if path, err := exec.LookPath(dir + name); err == nil {
			return path, nil
		}
	}
	return "", fmt.Errorf("%w: no %s", ErrMissing, name)
}

// Start makes a realm in dir and runs its KDC. user and service are principals without
// their realm.
func Start(ctx context.Context, dir, user, password, service string) (*KDC, error) {
	k := &KDC{
		Config: filepath.Join(dir, "krb5.conf"), ServiceKeytab: filepath.Join(dir, "service.keytab"),
		UserKeytab: filepath.Join(dir, "user.keytab"), dir: dir,
	}
	port, err := freePort(ctx)
	if err != nil {
		return nil, err
	}
	if err := k.configure(port); err != nil {
		return nil, err
	}
	if err := k.run(ctx, "kdb5_util", "create", "-s", "-r", Realm, "-P", "master"); err != nil {
		return nil, err
	}
	for _, query := range []string{
		fmt.Sprintf("addprinc -pw %s %s", password, user),
		"addprinc -randkey " + service,
		"ktadd -k " + k.ServiceKeytab + " " + service,
		"ktadd -norandkey -k " + k.UserKeytab + " " + user,
	} {
		if err := k.run(ctx, "kadmin.local", "-q", query); err != nil {
			return nil, err
		}
	}
	return k, k.serve(ctx)
}

func freePort(ctx context.Context) (int, error) {
	l, err := (&net.ListenConfig{}).Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return 0, fmt.Errorf("kdc: %w", err)
	}
	addr, ok := l.Addr().(*net.TCPAddr)
	if !ok {
		return 0, errors.Join(errors.New("kdc: no port"), l.Close())
	}
	return addr.Port, l.Close()
}

func (k *KDC) configure(port int) error {
	for name, text := range map[string]string{
		k.Config: fmt.Sprintf(`[libdefaults]
 default_realm = %[1]s
 dns_lookup_kdc = false
 dns_lookup_realm = false
 rdns = false
 udp_preference_limit = 1
[realms]
 %[1]s = {
  kdc = 127.0.0.1:%[2]d
 }
`, Realm, port),
		filepath.Join(k.dir, "kdc.conf"): fmt.Sprintf(`[kdcdefaults]
 kdc_listen = ""
 kdc_tcp_listen = 127.0.0.1:%[2]d
[realms]
 %[1]s = {
  database_name = %[3]s/principal
  key_stash_file = %[3]s/stash
  acl_file = %[3]s/kadm5.acl
  default_principal_flags = +preauth
 }
`, Realm, port, k.dir),
	} {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			return fmt.Errorf("kdc: %w", err)
		}
	}
	return nil
}

func (k *KDC) environment() []string {
	return append(os.Environ(), "KRB5_CONFIG="+k.Config, "KRB5_KDC_PROFILE="+filepath.Join(k.dir, "kdc.conf"), "LC_ALL=C")
}

func (k *KDC) run(ctx context.Context, name string, args ...string) error {
	path, err := find(name)
	if err != nil {
		return err
	}
	c := exec.CommandContext(ctx, path, args...)
	c.Env = k.environment()
	if out, err := c.CombinedOutput(); err != nil {
		return fmt.Errorf("kdc: %s: %w: %s", name, err, out)
	}
	return nil
}

// serve starts the KDC and waits until it says that it listens.
func (k *KDC) serve(ctx context.Context) error {
	path, err := find("krb5kdc")
	if err != nil {
		return err
	}
	k.command = exec.CommandContext(ctx, path, "-n")
	k.command.Env = append(k.environment(), "KRB5_TRACE=")
	k.command.WaitDelay = 5 * time.Second
	out, err := k.command.StderrPipe()
	if err != nil {
		return fmt.Errorf("kdc: %w", err)
	}
	if err := k.command.Start(); err != nil {
		return fmt.Errorf("kdc: %w", err)
	}
	lines := bufio.NewScanner(out)
	for lines.Scan() {
		if strings.Contains(lines.Text(), "starting") {
			return nil
		}
	}
	return errors.Join(errors.New("kdc: krb5kdc ended"), k.Stop())
}

// Login puts a ticket of the user into a credential cache with kinit and gives its path.
func (k *KDC) Login(ctx context.Context, user string) (string, error) {
	cache := filepath.Join(k.dir, "ccache")
	return cache, k.run(ctx, "kinit", "-c", cache, "-k", "-t", k.UserKeytab, user)
}

// Stop ends the KDC.
func (k *KDC) Stop() error {
	if err := k.command.Process.Signal(os.Interrupt); err != nil && !errors.Is(err, os.ErrProcessDone) {
		return fmt.Errorf("kdc: %w", err)
	}
	// It ends by the signal, which Wait reports as an error.
	_ = k.command.Wait()
	return nil
}
