package keadaemon

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
	"time"
)

// Database is a private PostgreSQL server with the tables of a version of Kea.
type Database struct{ port int }

// StartDatabase starts PostgreSQL on loopback and loads the tables.
func StartDatabase(t testing.TB, v Version) *Database {
	t.Helper()
	Need(t, v)
	found, _ := filepath.Glob("/usr/lib/postgresql/*/bin/initdb")
	if len(found) == 0 {
		missing(t, "PostgreSQL is not installed: run internal/lab/keadaemon/prepare.sh")
	}
	programs := filepath.Dir(found[len(found)-1])
	dir, err := os.MkdirTemp("/tmp", "kea-lab-db-") //nolint:usetesting // a socket's path must be short, and another user enters it
	must(t, err)
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	must(t, os.Chown(dir, unprivileged, unprivileged))
	db := &Database{port: freePort(t)}
	run(t, filepath.Join(programs, "initdb"), "-D", dir+"/data", "-A", "trust", "-U", "kea", "--no-sync", "--locale=C", "-E", "UTF8")
	server := command(filepath.Join(programs, "postgres"), "-D", dir+"/data", "-k", dir, "-h", "127.0.0.1", "-p", fmt.Sprint(db.port), "-F")
	server.SysProcAttr.Pdeathsig = syscall.SIGKILL
	must(t, server.Start())
	gone := make(chan struct{})
	go func() { _ = server.Wait(); close(gone) }()
	t.Cleanup(func() { _ = server.Process.Signal(syscall.SIGQUIT); <-gone })
	db.await(t, programs)
	script := filepath.Join(v.root(), "usr/share/kea/scripts/pgsql/dhcpdb_create.pgsql")
	schema, err := os.ReadFile(script)
	must(t, err)
	// The chroot's files are not readable for the unprivileged user.
	must(t, os.WriteFile(dir+"/schema.sql", schema, 0o644))
	run(t, "/usr/bin/psql", "-q", "-v", "ON_ERROR_STOP=1", "-h", "127.0.0.1", "-p", fmt.Sprint(db.port), "-U", "kea", "-d", "postgres", "-f", dir+"/schema.sql")
	return db
}

func (db *Database) await(t testing.TB, programs string) {
	t.Helper()
	for deadline := time.Now().Add(patience); time.Now().Before(deadline); {
		if command(filepath.Join(programs, "pg_isready"), "-q", "-h", "127.0.0.1", "-p", fmt.Sprint(db.port)).Run() == nil {
			return
		}
		<-time.After(20 * time.Millisecond)
	}
	t.Fatal("PostgreSQL did not start")
}

// Settings are the members of a DHCP configuration that make it use the database for hosts.
func (db *Database) Settings() map[string]any {
	return map[string]any{"hosts-database": map[string]any{"type": "postgresql", "name": "postgres", "host": "127.0.0.1", "port": db.port, "user": "kea", "password": "lab"}}
}

func command(program string, arguments ...string) *exec.Cmd {
	c := exec.Command(program, arguments...)
	c.Dir = "/tmp"
	c.Env = []string{"PATH=/usr/bin:/bin", "LC_ALL=C", "HOME=/tmp"}
	c.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: unprivileged, Gid: unprivileged}}
	return c
}

func run(t testing.TB, program string, arguments ...string) {
	t.Helper()
	if out, err := command(program, arguments...).CombinedOutput(); err != nil {
		t.Fatalf("%s: %v\n%s", filepath.Base(program), err, out)
	}
}
