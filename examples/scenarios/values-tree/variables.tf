variable "include" {
  description = "Clusters to manage here, such as [\"dc-1\"], when several DHCP servers share one tree. Default: all."
  type        = list(string)
  default     = null
}

variable "fail_on" {
  description = "Severity of a finding in the values files that fails the plan: error, warning or never."
  type        = string
  default     = "error"
}
