$ProgressPreference='SilentlyContinue';$WarningPreference='SilentlyContinue';$ErrorActionPreference='Stop'
if($ExecutionContext.SessionState.LanguageMode -ne 'FullLanguage'){'WDHCP1 language '+$ExecutionContext.SessionState.LanguageMode;exit 91}
$in=[Console]::In;$head=@("$($in.ReadLine())" -split ' ');$script=$in.ReadLine();$programs=$in.ReadLine()
$hasher=New-Object Security.Cryptography.SHA256CryptoServiceProvider
function Get-Hash($text){($hasher.ComputeHash([Text.Encoding]::ASCII.GetBytes($text))|ForEach-Object{$_.ToString('x2')}) -join ''}
if($head.Count -ne 6 -or $head[0] -cne 'WDHCP1' -or $null -eq $script -or $null -eq $programs -or "$($script.Length)" -cne $head[2] -or "$($programs.Length)" -cne $head[4] -or (Get-Hash $script) -cne $head[3] -or (Get-Hash $programs) -cne $head[5]){'WDHCP1 damaged';exit 90}
$utf8=[Text.Encoding]::UTF8
& ([scriptblock]::Create($utf8.GetString([Convert]::FromBase64String($script)))) $head[1] $utf8.GetString([Convert]::FromBase64String($programs))
