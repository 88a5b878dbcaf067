package keadaemon

import (
	"fmt"
	"testing"
)

// Pair is two daemons that watch each other by the ha hook, in hot standby.
type Pair struct{ Primary, Standby *Daemon }

// StartPair starts both with the same options. From Kea 2.6 on the peers talk on ports of
// their own, so that the control ports stay the test's.
func StartPair(t testing.TB, options Options) Pair {
	t.Helper()
	Need(t, options.Version)
	peers := []any{}
	for _, role := range []string{"primary", "standby"} {
		peers = append(peers, map[string]any{"name": role, "role": role, "url": fmt.Sprintf("http://127.0.0.1:%d/", freePort(t)), "auto-failover": true})
	}
	start := func(name string) *Daemon {
		own := options
		own.Hooks = append([]string{"lease_cmds", "ha"}, options.Hooks...)
		own.HookParameters = map[string]any{"ha": map[string]any{"high-availability": []any{map[string]any{
			"this-server-name": name, "mode": "hot-standby", "peers": peers,
			// Short, so that a change takes a peer out of service for a moment only.
			"heartbeat-delay": 300, "max-response-delay": 1000, "max-unacked-clients": 0,
			"multi-threading": map[string]any{"enable-multi-threading": true, "http-dedicated-listener": true, "http-listener-threads": 1, "http-client-threads": 1},
		}}}}
		return Start(t, own)
	}
	return Pair{Primary: start("primary"), Standby: start("standby")}
}
