package keadaemon

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// Network is two network namespaces with a cable between them: one for a DHCP server, one
// for its clients.
type Network struct {
	// ServerInterface is the server's end of the cable.
	ServerInterface string

	server, clients string
}

const clientInterface = "client0"

// NewNetwork makes namespaces and cable, and gives the server's end an address. All is
// removed when the test ends.
func NewNetwork(t testing.TB, serverAddress string) *Network {
	t.Helper()
	if _, err := exec.LookPath("dhclient"); err != nil {
		missing(t, "dhclient is not installed: run internal/lab/keadaemon/prepare.sh")
	}
	name := fmt.Sprintf("kealab%d", os.Getpid())
	n := &Network{ServerInterface: "server0", server: name + "s", clients: name + "c"}
	for _, namespace := range []string{n.server, n.clients} {
		ip(t, "netns", "add", namespace)
		t.Cleanup(func() { _ = exec.CommandContext(context.Background(), "ip", "netns", "del", namespace).Run() })
	}
	ip(t, "link", "add", n.ServerInterface, "netns", n.server, "type", "veth", "peer", "name", clientInterface, "netns", n.clients)
	ip(t, "-n", n.server, "addr", "add", serverAddress, "dev", n.ServerInterface)
	ip(t, "-n", n.server, "link", "set", n.ServerInterface, "up")
	ip(t, "-n", n.server, "link", "set", "lo", "up")
	ip(t, "-n", n.clients, "link", "set", clientInterface, "up")
	return n
}

func ip(t testing.TB, arguments ...string) {
	t.Helper()
	if out, err := exec.CommandContext(context.Background(), "ip", arguments...).CombinedOutput(); err != nil {
		t.Fatalf("ip %v: %v\n%s", arguments, err, out)
	}
}

// clientScript is what dhclient runs at each step: it writes down what the client got.
const clientScript = `#!/bin/sh
case "$reason" in BOUND|REBOOT) echo "ip_address=$new_ip_address host_name=$new_host_name" >"%s" ;; esac
exit 0
`

// Client is a machine with a hardware address that starts without any memory, gets an
// address, and is switched off without giving it back. The answer is what it got.
func (n *Network) Client(ctx context.Context, t testing.TB, mac string) string {
	t.Helper()
	dir := t.TempDir()
	result, script, pid := filepath.Join(dir, "result"), filepath.Join(dir, "script"), filepath.Join(dir, "pid")
	must(t, os.WriteFile(script, fmt.Appendf(nil, clientScript, result), 0o700))
	ip(t, "-n", n.clients, "link", "set", clientInterface, "address", mac)
	arguments := []string{"netns", "exec", n.clients, "dhclient", "-4", "-1", "-v", "-cf", "/dev/null", "-sf", script, "-lf", filepath.Join(dir, "leases"), "-pf", pid}
	out, err := exec.CommandContext(ctx, "ip", append(arguments, clientInterface)...).CombinedOutput()
	if err != nil {
		t.Fatalf("dhclient: %v\n%s", err, out)
	}
	if out, err := exec.CommandContext(ctx, "ip", append(arguments, "-x", clientInterface)...).CombinedOutput(); err != nil {
		t.Errorf("dhclient -x: %v\n%s", err, out)
	}
	text, err := os.ReadFile(result)
	must(t, err)
	return string(text)
}
