package serversettings

import (
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/windows"
)

// model is the state of the resource.
type model struct {
	ID                        types.String `tfsdk:"id"`
	ConflictDetectionAttempts types.Int64  `tfsdk:"conflict_detection_attempts"`
	ActivatePolicies          types.Bool   `tfsdk:"activate_policies"`
	AuditLogEnabled           types.Bool   `tfsdk:"audit_log_enabled"`
	AuditLogPath              types.String `tfsdk:"audit_log_path"`
	AuditLogMaxSize           types.Int64  `tfsdk:"audit_log_max_size"`
	AuditLogDiskCheckInterval types.Int64  `tfsdk:"audit_log_disk_check_interval"`
	AuditLogMinFreeSpace      types.Int64  `tfsdk:"audit_log_min_free_space"`
	DatabaseBackupPath        types.String `tfsdk:"database_backup_path"`
	DatabaseBackupInterval    types.Int64  `tfsdk:"database_backup_interval"`
	DatabaseCleanupInterval   types.Int64  `tfsdk:"database_cleanup_interval"`
}

// apply writes the known values over the settings that stand: those left out of the
// configuration keep what the server has.
func (m model) apply(s *windows.ServerSettings) {
	number := func(v types.Int64, at *int64) {
		if !v.IsNull() && !v.IsUnknown() {
			*at = v.ValueInt64()
		}
	}
	flag := func(v types.Bool, at *bool) {
		if !v.IsNull() && !v.IsUnknown() {
			*at = v.ValueBool()
		}
	}
	text := func(v types.String, at *string) {
		if !v.IsNull() && !v.IsUnknown() {
			*at = v.ValueString()
		}
	}
	number(m.ConflictDetectionAttempts, &s.ConflictDetectionAttempts)
	flag(m.ActivatePolicies, &s.ActivatePolicies)
	flag(m.AuditLogEnabled, &s.AuditLog.Enabled)
	text(m.AuditLogPath, &s.AuditLog.Path)
	number(m.AuditLogMaxSize, &s.AuditLog.MaxSizeMB)
	number(m.AuditLogDiskCheckInterval, &s.AuditLog.DiskCheckInterval)
	number(m.AuditLogMinFreeSpace, &s.AuditLog.MinFreeMB)
	text(m.DatabaseBackupPath, &s.Database.BackupPath)
	number(m.DatabaseBackupInterval, &s.Database.BackupInterval)
	number(m.DatabaseCleanupInterval, &s.Database.CleanupInterval)
}

func (m *model) take(s windows.ServerSettings) {
	m.ID = types.StringValue("server")
	m.ConflictDetectionAttempts, m.ActivatePolicies = types.Int64Value(s.ConflictDetectionAttempts), types.BoolValue(s.ActivatePolicies)
	m.AuditLogEnabled, m.AuditLogPath = types.BoolValue(s.AuditLog.Enabled), types.StringValue(s.AuditLog.Path)
	m.AuditLogMaxSize, m.AuditLogDiskCheckInterval = types.Int64Value(s.AuditLog.MaxSizeMB), types.Int64Value(s.AuditLog.DiskCheckInterval)
	m.AuditLogMinFreeSpace = types.Int64Value(s.AuditLog.MinFreeMB)
	m.DatabaseBackupPath = types.StringValue(s.Database.BackupPath)
	m.DatabaseBackupInterval, m.DatabaseCleanupInterval = types.Int64Value(s.Database.BackupInterval), types.Int64Value(s.Database.CleanupInterval)
}
