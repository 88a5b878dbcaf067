package model

import "strings"

func init() {
	handle("Backup-DhcpServer", backupServer)
	handle("Restore-DhcpServer", restoreServer)
}

// path is the key of a Windows path: no case, no separator at the end.
func path(text string) string { return strings.ToLower(strings.TrimRight(text, `\/`)) }

func backupServer(c *call) { c.srv.backups[path(c.str("Path"))] = c.srv.database.clone() }

// restoreServer notes the backup that the next start of the service restores.
func restoreServer(c *call) {
	backup, ok := c.srv.backups[path(c.str("Path"))]
	if !ok {
		c.win32(win32FileNotFound, "Failed to restore the database from %s", c.str("Path"))
		return
	}
	copied := backup.clone()
	c.srv.restore = &copied
}
