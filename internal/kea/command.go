package kea

import (
	"context"
	"encoding/json"
	"fmt"
	"path"
	"regexp"
	"slices"
	"time"
)

// Said is what one server answered to a command.
type Said struct {
	Endpoint string
	// Result is 0, or 3 where there is nothing of what was asked for.
	Result int
	Text   string
	// Arguments are the members of the answer as JSON, empty when there are none.
	Arguments json.RawMessage
}

// reading matches the commands that change nothing, by the names that Kea gives them.
// config-get is not among them: it answers with passwords.
var reading = regexp.MustCompile(`^(list-commands|build-report|config-(test|hash-get)|(version|status|server-tag)-get|subnet[46](o6)?-select-test|` +
	`(statistic|lease[46]|stat-lease[46]|subnet[46]|network[46]|class|reservation|cache)-(get|list)(-all|-page|-by-[a-z-]+)?|perfmon-get-all-durations)$`)

// Reads tells whether a command changes nothing on the server and may be sent by anybody.
func Reads(command string) bool { return reading.MatchString(command) }

// CheckCommand tells why a command is not sent: nil for one that only reads and for one of
// Config.AllowedCommands.
//
// Errors: KindInvalid for config-get, whose answer holds secrets, KindDenied for what is
// not allowed.
func (c *Client) CheckCommand(command string) error {
	if command == "config-get" {
		return &Error{Kind: KindInvalid, Command: command, Text: "the answer holds passwords, so the command is not sent", Advice: "Read the data source kea_config, which leaves them out."}
	}
	if Reads(command) || slices.ContainsFunc(c.config.AllowedCommands, func(pattern string) bool {
		matched, err := path.Match(pattern, command)
		return err == nil && matched
	}) {
		return nil
	}
	return &Error{Kind: KindDenied, Command: command, Text: "the provider configuration does not allow this command",
		Advice: fmt.Sprintf("Add %q to kea.allowed_commands, or DHCP_KEA_ALLOWED_COMMANDS. Commands that only read need no permission.", command)}
}

// Command sends a control command with its arguments, which are JSON or empty, to one
// server after the other and gives what they said. It stops at the first that refuses.
// Nothing counts as known afterwards that was read before: the command may have changed
// anything.
//
// Errors: those of CheckCommand, and whatever the server says.
func (c *Client) Command(ctx context.Context, family Family, command string, arguments json.RawMessage) ([]Said, error) {
	if err := c.CheckCommand(command); err != nil {
		return nil, err
	}
	return c.run(ctx, family, command, arguments)
}

// run sends a command to every server, whether the user has allowed it or not.
func (c *Client) run(ctx context.Context, family Family, command string, arguments any) ([]Said, error) {
	var all []Said
	if raw, ok := arguments.(json.RawMessage); ok && len(raw) == 0 {
		arguments = nil
	}
	for number, s := range c.services(family) {
		said, err := s.run(ctx, command, arguments)
		if err != nil {
			return all, atPeer(number, s, err)
		}
		all = append(all, said)
	}
	return all, nil
}

func (s *service) run(ctx context.Context, command string, arguments any) (Said, error) {
	if !Reads(command) {
		unlock := lockServer(s.peer.endpoint, s.family)
		defer unlock()
		defer s.forget()
	}
	result, err := s.call(ctx, command, arguments)
	if KindOf(err) == KindNotFound && result.Result == resultEmpty {
		err = nil
	}
	return Said{Endpoint: s.peer.endpoint, Result: result.Result, Text: stripPositions(result.Text), Arguments: result.Arguments}, err
}

// forget lets go of everything that was read: configuration, reservations, leases, and
// the commands, which a new configuration may add to.
func (s *service) forget() {
	s.keep(nil)
	s.hosts.drop()
	s.leases.drop()
	s.abilities.Lock()
	s.commands = nil
	s.abilities.Unlock()
}

// ReloadConfiguration lets the servers read their configuration file again (config-reload).
// What was changed since the last config-write is lost; a file with a mistake changes
// nothing.
func (c *Client) ReloadConfiguration(ctx context.Context, family Family) ([]Said, error) {
	return c.run(ctx, family, "config-reload", nil)
}

// WriteConfiguration lets the servers write their running configuration into a file on
// their disks (config-write): the one that they started with when none is named.
func (c *Client) WriteConfiguration(ctx context.Context, family Family, file string) ([]Said, error) {
	if file == "" {
		return c.run(ctx, family, "config-write", nil)
	}
	return c.run(ctx, family, "config-write", map[string]any{"filename": file})
}

// ReclaimLeases lets the servers deal with leases that have expired (leases-reclaim), and
// remove them from the database when asked to.
func (c *Client) ReclaimLeases(ctx context.Context, family Family, remove bool) ([]Said, error) {
	return c.run(ctx, family, "leases-reclaim", map[string]any{"remove": remove})
}

// WipeLeases removes all leases of a subnet (lease4-wipe, lease6-wipe). Needs the hook
// library lease_cmds.
func (c *Client) WipeLeases(ctx context.Context, family Family, subnetID uint32) ([]Said, error) {
	return c.run(ctx, family, family.lease("wipe"), map[string]any{"subnet-id": subnetID})
}

// Disable stops the DHCP service of the servers (dhcp-disable), for a time, to the second,
// after which it starts again by itself, or until Enable when that is 0.
func (c *Client) Disable(ctx context.Context, family Family, longest time.Duration) ([]Said, error) {
	if longest == 0 {
		return c.run(ctx, family, "dhcp-disable", nil)
	}
	return c.run(ctx, family, "dhcp-disable", map[string]any{"max-period": int64(longest / time.Second)})
}

// Enable starts the DHCP service of the servers again (dhcp-enable).
func (c *Client) Enable(ctx context.Context, family Family) ([]Said, error) {
	return c.run(ctx, family, "dhcp-enable", nil)
}
