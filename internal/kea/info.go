package kea

import (
	"context"
	"slices"
)

// Info is what a server tells about itself, without secrets.
type Info struct {
	Endpoint string
	// Version is the version as the server writes it, such as 2.6.3.
	Version string
	// Extended is the version with what the daemon was linked with; BuildReport is how it was built.
	Extended, BuildReport string
	// ServerTag is the name under which a configuration backend knows the server.
	ServerTag string
	// Disabled says that the daemon answers no client: by a command, or because its partner does.
	Disabled bool
	// Threads says that the daemon runs several threads.
	Threads bool
	// Sockets is the state of its DHCP sockets: ready, retrying or failed.
	Sockets string
	// Commands are the control commands that it knows, sorted.
	Commands []string
	// ReservationMode, SubnetMode and ClassMode say which way changes go: hooks or config.
	ReservationMode, SubnetMode, ClassMode Mode
	// PID and UptimeSeconds are those of the daemon; ReloadSeconds is the time since the
	// configuration last changed.
	PID, UptimeSeconds, ReloadSeconds int64
	// ConfigHash is the hash of the running configuration, empty where Kea has none (2.2).
	ConfigHash string
	Pair       PairState
}

// Servers asks every endpoint about its daemon.
func (c *Client) Servers(ctx context.Context, family Family) ([]Info, error) {
	var infos []Info
	for _, s := range c.services(family) {
		info, err := s.info(ctx)
		if err != nil {
			return nil, err
		}
		infos = append(infos, info)
	}
	return infos, nil
}

func (s *service) info(ctx context.Context) (Info, error) {
	info := Info{Endpoint: s.peer.endpoint}
	commands, err := s.list(ctx)
	if err != nil {
		return info, err
	}
	info.Commands = slices.Sorted(slices.Values(commands))
	version, err := s.call(ctx, "version-get", nil)
	if err != nil {
		return info, err
	}
	info.Version = version.Text
	if tree, treeErr := decodeTree(version.Arguments); treeErr == nil {
		info.Extended = textOf(tree["extended"])
	}
	if err := s.identity(ctx, &info); err != nil {
		return info, err
	}
	status, err := s.status(ctx)
	if err != nil {
		return info, err
	}
	info.Disabled = mapOf(status["dhcp-state"])["globally-disabled"] == true
	info.Threads, info.Sockets = status["multi-threading-enabled"] == true, textOf(mapOf(status["sockets"])["status"])
	info.PID, info.UptimeSeconds, info.ReloadSeconds = numberOf(status["pid"]), numberOf(status["uptime"]), numberOf(status["reload"])
	info.Pair = pairFrom(status)
	if slices.Contains(commands, commandHash) {
		if info.ConfigHash, err = s.hash(ctx); err != nil {
			return info, err
		}
	}
	if info.ReservationMode, err = s.modeOf(ctx, commandReservationAdd); err != nil {
		return info, err
	}
	if info.SubnetMode, err = s.modeOf(ctx, s.family.subnetCommand("add")); err != nil {
		return info, err
	}
	// Classes are no reason to refuse a server whose other objects go by hooks.
	info.ClassMode = ModeConfig
	if s.peer.config.Mode != ModeConfig && slices.Contains(commands, "class-add") {
		info.ClassMode = ModeHooks
	}
	return info, nil
}

// identity asks for what does not change while the daemon runs.
func (s *service) identity(ctx context.Context, info *Info) error {
	report, err := s.call(ctx, "build-report", nil)
	if err != nil {
		return err
	}
	info.BuildReport = report.Text
	tag, err := s.call(ctx, "server-tag-get", nil)
	if err != nil {
		return err
	}
	if tree, treeErr := decodeTree(tag.Arguments); treeErr == nil {
		info.ServerTag = textOf(tree["server-tag"])
	}
	return nil
}

func (s *service) modeOf(ctx context.Context, command string) (Mode, error) {
	byHook, err := s.hooks(ctx, command)
	if byHook {
		return ModeHooks, err
	}
	return ModeConfig, err
}
