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
	// Commands are the control commands that it knows, sorted.
	Commands []string
	// ReservationMode and SubnetMode say which way changes go: hooks or config.
	ReservationMode, SubnetMode Mode
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
	status, err := s.status(ctx)
	if err != nil {
		return info, err
	}
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
	info.SubnetMode, err = s.modeOf(ctx, s.family.subnetCommand("add"))
	return info, err
}

func (s *service) modeOf(ctx context.Context, command string) (Mode, error) {
	byHook, err := s.hooks(ctx, command)
	if byHook {
		return ModeHooks, err
	}
	return ModeConfig, err
}
