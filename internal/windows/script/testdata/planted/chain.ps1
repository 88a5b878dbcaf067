# expect: operator && is newer
Get-Item . && Get-Item ..
