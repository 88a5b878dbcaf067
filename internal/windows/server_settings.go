package windows

import (
	"context"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/windows/cmdlet"
)

// ServerSettings are settings of the server itself. Windows copies none of them to a
// failover partner.
type ServerSettings struct {
	ConflictDetectionAttempts int64 // pings before an address is offered, 0 to 5
	ActivatePolicies          bool
	AuditLog                  AuditLog
	Database                  Database
}

// AuditLog is what the server writes about its clients.
type AuditLog struct {
	Enabled           bool
	Path              string // of the folder, on the server
	MaxSizeMB         int64  // of all files together
	DiskCheckInterval int64  // events between two looks at the free space
	MinFreeMB         int64  // free space below which nothing is written
}

// Database is how the server keeps its data. Intervals are in minutes.
type Database struct {
	BackupPath                      string
	BackupInterval, CleanupInterval int64
}

const serverSettingsObject = "settings of the server"

func serverSettingsQueries() []query {
	return []query{
		ask(cmdlet.Call{Cmdlet: "Get-DhcpServerSetting", Take: []string{"ConflictDetectionAttempts", "ActivatePolicies"}}),
		ask(cmdlet.Call{Cmdlet: "Get-DhcpServerAuditLog", Take: []string{"Enable", "Path", "MaxMBFileSize", "DiskCheckInterval", "MinMBDiskSpace"}}),
		ask(cmdlet.Call{Cmdlet: "Get-DhcpServerDatabase", Take: []string{"BackupPath", "BackupInterval", "CleanupInterval"}}),
	}
}

func (c *Client) serverSettingsFrom(answers []answer, err error) (*ServerSettings, error) {
	if err == nil {
		err = firstError(answers)
	}
	if err != nil {
		return nil, asError(err).about(serverSettingsObject)
	}
	for _, a := range answers {
		if len(a.rows) != 1 {
			return nil, &Error{Kind: KindProtocol, Object: serverSettingsObject, Server: c.config.Server, Message: "the server answered neither with settings nor with an error"}
		}
	}
	server, audit, data := decoder{row: answers[0].rows[0]}, decoder{row: answers[1].rows[0]}, decoder{row: answers[2].rows[0]}
	s := &ServerSettings{
		ConflictDetectionAttempts: server.number("ConflictDetectionAttempts"), ActivatePolicies: server.flag("ActivatePolicies"),
		AuditLog: AuditLog{
			Enabled: audit.flag("Enable"), Path: audit.text("Path"), MaxSizeMB: audit.number("MaxMBFileSize"),
			DiskCheckInterval: audit.number("DiskCheckInterval"), MinFreeMB: audit.number("MinMBDiskSpace"),
		},
		Database: Database{BackupPath: data.text("BackupPath"), BackupInterval: data.number("BackupInterval"), CleanupInterval: data.number("CleanupInterval")},
	}
	for _, d := range []decoder{server, audit, data} {
		if d.err != nil {
			return nil, c.undecodable(serverSettingsObject, d.err)
		}
	}
	return s, nil
}

// ReadServerSettings reads the settings of the server.
func (c *Client) ReadServerSettings(ctx context.Context) (*ServerSettings, error) {
	return c.serverSettingsFrom(c.read(ctx, serverSettingsQueries()...))
}

// UpdateServerSettings changes settings of the server: edit turns those that stand into
// the wanted ones. It returns the settings as read back, also with an error, nil when they
// could not be read.
func (c *Client) UpdateServerSettings(ctx context.Context, edit func(*ServerSettings)) (*ServerSettings, error) {
	unlock, err := c.locks.lock(ctx, "0 "+serverSettingsObject)
	if err != nil {
		return nil, c.cancelled(ctx).about(serverSettingsObject)
	}
	defer unlock()
	current, err := c.serverSettingsFrom(c.readFresh(ctx, serverSettingsQueries()...))
	if err != nil {
		return nil, err
	}
	desired := *current
	edit(&desired)
	calls := planServerSettings(*current, desired)
	if len(calls) == 0 {
		return current, nil
	}
	ch := change{object: serverSettingsObject, steps: calls, back: serverSettingsQueries()}
	r := c.write(ctx, ch)
	now, readErr := c.serverSettingsFrom(r.back, nil)
	return now, c.outcome(r, ch, now != nil && *now == desired, readErr)
}

// planServerSettings changes what differs, by one call for each of the three groups.
func planServerSettings(current, desired ServerSettings) []cmdlet.Call {
	var calls []cmdlet.Call
	args := cmdlet.Args{}
	set := func(name string, same bool, v cmdlet.Value) {
		if !same {
			args[name] = v
		}
	}
	number := func(name string, was, want int64) { set(name, was == want, cmdlet.Number(want)) }
	send := func(name string) {
		if len(args) > 0 {
			calls = append(calls, cmdlet.Call{Cmdlet: name, Args: args})
		}
		args = cmdlet.Args{}
	}
	number("ConflictDetectionAttempts", current.ConflictDetectionAttempts, desired.ConflictDetectionAttempts)
	set("ActivatePolicies", current.ActivatePolicies == desired.ActivatePolicies, cmdlet.Bool(desired.ActivatePolicies))
	send("Set-DhcpServerSetting")
	was, want := current.AuditLog, desired.AuditLog
	set("Enable", was.Enabled == want.Enabled, cmdlet.Bool(want.Enabled))
	set("Path", was.Path == want.Path, cmdlet.Text(want.Path))
	number("MaxMBFileSize", was.MaxSizeMB, want.MaxSizeMB)
	number("DiskCheckInterval", was.DiskCheckInterval, want.DiskCheckInterval)
	number("MinMBDiskSpace", was.MinFreeMB, want.MinFreeMB)
	send("Set-DhcpServerAuditLog")
	set("BackupPath", current.Database.BackupPath == desired.Database.BackupPath, cmdlet.Text(desired.Database.BackupPath))
	number("BackupInterval", current.Database.BackupInterval, desired.Database.BackupInterval)
	number("CleanupInterval", current.Database.CleanupInterval, desired.Database.CleanupInterval)
	send("Set-DhcpServerDatabase")
	return calls
}
