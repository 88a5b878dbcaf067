package kea

import (
	"context"
	"testing"
	"time"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/lab/keaapi"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/lab/keadaemon"
)

// backend is one server that the conformance suite runs over.
type backend struct {
	name  string
	hooks bool
	start func(t *testing.T) Config
	// restart starts the DHCP daemon anew; nil where that means nothing.
	restart func()
}

// labSubnets are the subnets of every server: one for each test, so that none meets
// another's objects.
func labSubnets() []any {
	subnets := []any{}
	for id := 1; id <= 30; id++ {
		subnet := map[string]any{"id": id, "subnet": subnetText(id), "pools": []any{map[string]any{"pool": subnetAddress(id, 100) + " - " + subnetAddress(id, 199)}}}
		if id == 1 {
			subnet["option-data"] = []any{map[string]any{"name": "routers", "data": subnetAddress(id, 1)}}
		}
		subnets = append(subnets, subnet)
	}
	return subnets
}

func subnetText(id int) string { return subnetAddress(id, 0) + "/24" }

func subnetAddress(id, host int) string {
	return "10." + itoa(id) + ".0." + itoa(host)
}

func labSettings(extra map[string]any) map[string]any {
	settings := map[string]any{"valid-lifetime": 1000, "subnet4": labSubnets()}
	for key, value := range extra {
		settings[key] = value
	}
	return settings
}

func (b *backend) config(url string, mode Mode, target Target) Config {
	return Config{Endpoints: []string{url}, Mode: mode, Target: target, Persist: true, Gather: 20 * time.Millisecond, Timeout: 20 * time.Second}
}

func lab(b *backend, options keaapi.Options, mode Mode, target Target) *backend {
	b.hooks = mode != ModeConfig
	b.start = func(t *testing.T) Config {
		options.LeaseCommands, options.StatCommands = true, true
		options.Config = labSettings(nil)
		server, err := keaapi.Start(options)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(server.Close)
		b.restart = func() {
			if err := server.Restart(); err != nil {
				t.Fatal(err)
			}
		}
		return b.config(server.URL(), mode, target)
	}
	return b
}

func daemon(b *backend, options keadaemon.Options, mode Mode, target Target) *backend {
	b.hooks = mode != ModeConfig
	b.start = func(t *testing.T) Config {
		keadaemon.Need(t, options.Version)
		var extra map[string]any
		if target == TargetDatabase {
			extra = keadaemon.StartDatabase(t, options.Version).Settings()
		}
		options.Settings = labSettings(extra)
		options.Hooks = append(options.Hooks, "lease_cmds", "stat_cmds")
		if options.TLS != nil {
			options.TLS = keadaemon.NewCertificates(t)
		}
		server := keadaemon.Start(t, options)
		b.restart = func() {
			server.KillDHCP()
			server.Restart()
		}
		config := b.config(server.URL, mode, target)
		config.Username, config.Password = options.Username, options.Password
		if options.TLS != nil {
			config.CACertificate = options.TLS.CA
		}
		if options.ClientCertificate {
			config.ClientCertificate, config.ClientKey = options.TLS.ClientCert, options.TLS.ClientKey
		}
		return config
	}
	return b
}

func backends() []*backend {
	tls := &keadaemon.Certificates{}
	hooks := []string{"host_cmds", "subnet_cmds", "class_cmds"}
	return []*backend{
		lab(&backend{name: "lab 2.2 config"}, keaapi.Options{Version: "2.2"}, ModeConfig, TargetMemory),
		lab(&backend{name: "lab 2.6 config"}, keaapi.Options{Version: "2.6"}, ModeConfig, TargetMemory),
		lab(&backend{name: "lab 3.0 hooks memory"}, keaapi.Options{Version: "3.0", HostCommands: true, SubnetCommands: true, ClassCommands: true}, ModeHooks, TargetMemory),
		lab(&backend{name: "lab 3.0 hooks database"}, keaapi.Options{Version: "3.0", HostCommands: true, SubnetCommands: true, ClassCommands: true, Database: true}, ModeHooks, TargetDatabase),
		daemon(&backend{name: "2.2 config"}, keadaemon.Options{Version: keadaemon.V22, Username: "admin", Password: "s3cret"}, ModeConfig, TargetMemory),
		daemon(&backend{name: "2.6 config"}, keadaemon.Options{Version: keadaemon.V26, Username: "admin", Password: "s3cret", TLS: tls}, ModeConfig, TargetMemory),
		daemon(&backend{name: "3.0 config"}, keadaemon.Options{Version: keadaemon.V30, Direct: true}, ModeConfig, TargetMemory),
		daemon(&backend{name: "3.0 hooks memory"}, keadaemon.Options{Version: keadaemon.V30, Direct: true, Hooks: hooks, Username: "admin", Password: "s3cret", TLS: tls, ClientCertificate: true}, ModeHooks, TargetMemory),
		daemon(&backend{name: "3.0 hooks database"}, keadaemon.Options{Version: keadaemon.V30, Direct: true, Hooks: append([]string{"pgsql"}, hooks...)}, ModeHooks, TargetDatabase),
	}
}

// bench is one server with a client, as a test sees it.
type bench struct {
	*backend
	config Config
	client *Client
}

func (b *bench) newClient(t *testing.T) *Client {
	t.Helper()
	client, err := New(b.config)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(client.Close)
	return client
}

// raw sends a command as another administrator would.
func (b *bench) raw(t *testing.T, command string, arguments any) map[string]any {
	t.Helper()
	result, err := b.newClient(t).first(V4).call(context.Background(), command, arguments)
	if err != nil {
		t.Fatalf("%s: %v", command, err)
	}
	if len(result.Arguments) == 0 {
		return nil
	}
	tree, err := decodeTree(result.Arguments)
	if err != nil {
		t.Fatal(err)
	}
	return tree
}
