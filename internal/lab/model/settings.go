package model

func init() {
	handle("Get-DhcpServerVersion", getVersion)
	handle("Get-DhcpServerSetting", getSetting)
	handle("Set-DhcpServerSetting", setSetting)
	handle("Get-DhcpServerAuditLog", getAuditLog)
	handle("Set-DhcpServerAuditLog", setAuditLog)
	handle("Get-DhcpServerDatabase", getDatabase)
	handle("Set-DhcpServerDatabase", setDatabase)
	handle("Add-DhcpServerSecurityGroup", func(*call) {})
}

// serverSettings are the switches of the server. Network access protection exists no
// longer on servers of version 10, so there is nothing to store for it.
type serverSettings struct {
	conflictAttempts int64
	activatePolicies bool
	nps              string // Full, Restricted, NoAccess
}

// maxConflictAttempts is the greatest number of pings before an offer (MS-DHCPM
// R_DhcpServerSetConfigVQ).
const maxConflictAttempts = 5

func getVersion(c *call) {
	c.row("DhcpServerVersion", map[string]any{"MajorVersion": int64(10), "MinorVersion": int64(0)})
}

func getSetting(c *call) {
	s := c.srv.settings
	c.row("DhcpServerSetting", map[string]any{
		"IsDomainJoined": true, "IsAuthorized": c.srv.world.authorises(c.srv), "DynamicBootp": true,
		"RestoreStatus": c.srv.restore != nil, "NapEnabled": false, "ConflictDetectionAttempts": s.conflictAttempts,
		"NpsUnreachableAction": s.nps, "ActivatePolicies": s.activatePolicies,
	})
}

func setSetting(c *call) {
	s := &c.srv.settings
	switch {
	case c.flag("NapEnabled"):
		c.dhcp(20138, "Failed to set the settings")
		return
	case c.num("ConflictDetectionAttempts") > maxConflictAttempts, !c.changes("ConflictDetectionAttempts", "NpsUnreachableAction", "NapEnabled", "ActivatePolicies"):
		c.win32(win32InvalidParameter, "Failed to set the settings")
		return
	}
	if c.has("ConflictDetectionAttempts") {
		s.conflictAttempts = c.num("ConflictDetectionAttempts")
	}
	if c.has("ActivatePolicies") {
		s.activatePolicies = c.flag("ActivatePolicies")
	}
	if c.has("NpsUnreachableAction") {
		s.nps = c.word("NpsUnreachableAction", "Full", "Restricted", "NoAccess")
	}
	if c.passThru() {
		getSetting(c)
	}
}

// auditLog is where and how much the server writes of what it does.
type auditLog struct {
	enable                          bool
	path                            string
	maxMB, diskCheckInterval, minMB int64
}

const systemDirectory = `C:\Windows\system32\dhcp`

func newAuditLog() auditLog {
	return auditLog{enable: true, path: systemDirectory, maxMB: 70, diskCheckInterval: 50, minMB: 20}
}

func getAuditLog(c *call) {
	a := c.srv.audit
	c.row("DhcpServerAuditLog", map[string]any{
		"Enable": a.enable, "Path": a.path, "MaxMBFileSize": a.maxMB,
		"DiskCheckInterval": a.diskCheckInterval, "MinMBDiskSpace": a.minMB,
	})
}

func setAuditLog(c *call) {
	a := &c.srv.audit
	if !c.changes("Enable", "Path", "MaxMBFileSize", "DiskCheckInterval", "MinMBDiskSpace") {
		c.win32(win32InvalidParameter, "Failed to set the audit log")
		return
	}
	if c.has("Enable") {
		a.enable = c.flag("Enable")
	}
	if c.has("Path") {
		a.path = c.str("Path")
	}
	for name, field := range map[string]*int64{"MaxMBFileSize": &a.maxMB, "DiskCheckInterval": &a.diskCheckInterval, "MinMBDiskSpace": &a.minMB} {
		if c.has(name) {
			*field = c.num(name)
		}
	}
	if c.passThru() {
		getAuditLog(c)
	}
}

// storage is where the server keeps its database, with intervals in minutes.
type storage struct {
	file, backupPath              string
	backupInterval, cleanInterval int64
	restore                       bool
}

func newStorage() storage {
	return storage{file: systemDirectory + `\dhcp.mdb`, backupPath: systemDirectory + `\backup`, backupInterval: 60, cleanInterval: 60}
}

func getDatabase(c *call) {
	d := c.srv.storage
	c.row("DhcpServerDatabase", map[string]any{
		"FileName": d.file, "BackupPath": d.backupPath, "BackupInterval": d.backupInterval,
		"CleanupInterval": d.cleanInterval, "LoggingEnabled": true, "RestoreFromBackup": d.restore,
	})
}

// setDatabase refuses an interval of zero (MS-DHCPM R_DhcpServerSetConfigVQ).
func setDatabase(c *call) {
	d := &c.srv.storage
	zero := func(name string) bool { return c.has(name) && c.num(name) == 0 }
	if zero("BackupInterval") || zero("CleanupInterval") || !c.changes("FileName", "BackupPath", "BackupInterval", "CleanupInterval", "RestoreFromBackup") {
		c.win32(win32InvalidParameter, "Failed to set the database")
		return
	}
	if c.has("FileName") {
		d.file = c.str("FileName")
	}
	if c.has("BackupPath") {
		d.backupPath = c.str("BackupPath")
	}
	if c.has("BackupInterval") {
		d.backupInterval = c.num("BackupInterval")
	}
	if c.has("CleanupInterval") {
		d.cleanInterval = c.num("CleanupInterval")
	}
	if c.has("RestoreFromBackup") {
		d.restore = c.flag("RestoreFromBackup")
		c.srv.restore = nil
		if backup, ok := c.srv.backups[path(d.backupPath)]; ok && d.restore {
			copied := backup.clone()
			c.srv.restore = &copied
		}
	}
	if c.passThru() {
		getDatabase(c)
	}
}
