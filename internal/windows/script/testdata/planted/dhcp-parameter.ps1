# expect: no parameter -Everything
Get-DhcpServerv4Scope -Everything
