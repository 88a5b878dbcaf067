resource "dhcp_server_settings" "this" {
  conflict_detection_attempts = 2
  activate_policies           = true

  audit_log_enabled        = true
  audit_log_max_size       = 200
  database_backup_interval = 30
}
