# expect: command Get-Uptime is not known
Get-Uptime
