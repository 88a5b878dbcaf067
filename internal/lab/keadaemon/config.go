package keadaemon

import "maps"

// dhcpConfig is the smallest configuration that every version accepts, with no interface:
// it answers no client and needs no capability.
func (d *Daemon) dhcpConfig() map[string]any {
	config := map[string]any{
		"interfaces-config": map[string]any{"interfaces": []any{}},
		"lease-database":    map[string]any{"type": "memfile", "name": d.path("leases.csv"), "lfc-interval": 0},
		"hooks-libraries":   d.hooks(),
	}
	unix := map[string]any{"socket-type": "unix", "socket-name": d.path("kea.sock")}
	if d.options.Direct {
		config["control-sockets"] = []any{unix, d.httpSocket()}
	} else {
		config["control-socket"] = unix
	}
	list := "subnet4"
	root := "Dhcp4"
	if d.options.Service == "dhcp6" {
		list, root = "subnet6", "Dhcp6"
		// Without it 2.2 wants to write a server id outside of the lab.
		config["server-id"] = map[string]any{"type": "EN", "enterprise-id": 2495, "identifier": "0102", "persist": false}
	}
	config[list] = []any{}
	maps.Copy(config, d.options.Settings)
	return map[string]any{root: config}
}

func (d *Daemon) hooks() []any {
	libraries := []any{}
	for _, name := range d.options.Hooks {
		library := map[string]any{"library": hooksDirectory + "/libdhcp_" + name + ".so"}
		if parameters, has := d.options.HookParameters[name]; has {
			library["parameters"] = parameters
		}
		libraries = append(libraries, library)
	}
	return libraries
}

func (d *Daemon) authentication() map[string]any {
	return map[string]any{"type": "basic", "realm": "kea", "clients": []any{map[string]any{"user": d.options.Username, "password": d.options.Password}}}
}

func (d *Daemon) httpSocket() map[string]any {
	socket := map[string]any{"socket-type": "http", "socket-address": "127.0.0.1", "socket-port": d.port}
	if d.options.Username != "" {
		socket["authentication"] = d.authentication()
	}
	if d.options.TLS != nil {
		socket["socket-type"] = "https"
		maps.Copy(socket, d.tlsMembers())
	}
	return socket
}

func (d *Daemon) tlsMembers() map[string]any {
	return map[string]any{"trust-anchor": d.path("ca.crt"), "cert-file": d.path("server.crt"), "key-file": d.path("server.key"), "cert-required": d.options.ClientCertificate}
}

func (d *Daemon) agentConfig() map[string]any {
	agent := map[string]any{
		"http-host":       "127.0.0.1",
		"http-port":       d.port,
		"control-sockets": map[string]any{d.options.Service: map[string]any{"socket-type": "unix", "socket-name": d.path("kea.sock")}},
	}
	if d.options.Username != "" {
		agent["authentication"] = d.authentication()
	}
	if d.options.TLS != nil {
		maps.Copy(agent, d.tlsMembers())
	}
	return map[string]any{"Control-agent": agent}
}
