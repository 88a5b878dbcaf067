# Runs programs of DhcpServer cmdlets and answers each in lines of its own.
# A program is one line of JSON: {id, steps: [{cmdlet, args, take, tolerate, guard, undo, each}]}, or {id, probe}.
# Texts travel with a leading "=", so that no version of PowerShell takes one for a date.
# What it writes and why is told in answer.go.
# With $Return it hands the answer to the script that called it, in place of the console: a session on a session
# configuration has none.
param($Nonce, $Programs, $Return)
$ErrorActionPreference = 'Stop'
$WarningPreference = $ProgressPreference = 'SilentlyContinue'

# Cmdlets that a program may name. Everything else is refused before it runs.
$allowed = @{}
foreach ($name in (@'
Add-DhcpServerInDC Add-DhcpServerSecurityGroup Add-DhcpServerv4Class Add-DhcpServerv4ExclusionRange Add-DhcpServerv4Failover
Add-DhcpServerv4FailoverScope Add-DhcpServerv4Filter Add-DhcpServerv4Lease Add-DhcpServerv4MulticastExclusionRange
Add-DhcpServerv4MulticastScope Add-DhcpServerv4OptionDefinition Add-DhcpServerv4Policy Add-DhcpServerv4PolicyIPRange
Add-DhcpServerv4Reservation Add-DhcpServerv4Scope Add-DhcpServerv4Superscope Add-DhcpServerv6Class Add-DhcpServerv6ExclusionRange
Add-DhcpServerv6Lease Add-DhcpServerv6OptionDefinition Add-DhcpServerv6Reservation Add-DhcpServerv6Scope Backup-DhcpServer Export-DhcpServer
Get-DhcpServerAuditLog Get-DhcpServerDatabase Get-DhcpServerDnsCredential Get-DhcpServerInDC Get-DhcpServerSetting Get-DhcpServerVersion
Get-DhcpServerv4Binding Get-DhcpServerv4Class Get-DhcpServerv4DnsSetting Get-DhcpServerv4ExclusionRange Get-DhcpServerv4Failover
Get-DhcpServerv4Filter Get-DhcpServerv4FilterList Get-DhcpServerv4FreeIPAddress Get-DhcpServerv4Lease
Get-DhcpServerv4MulticastExclusionRange Get-DhcpServerv4MulticastLease Get-DhcpServerv4MulticastScope
Get-DhcpServerv4MulticastScopeStatistics Get-DhcpServerv4OptionDefinition Get-DhcpServerv4OptionValue Get-DhcpServerv4Policy
Get-DhcpServerv4PolicyIPRange Get-DhcpServerv4Reservation Get-DhcpServerv4Scope Get-DhcpServerv4ScopeStatistics Get-DhcpServerv4Statistics
Get-DhcpServerv4Superscope Get-DhcpServerv4SuperscopeStatistics Get-DhcpServerv6Binding Get-DhcpServerv6Class Get-DhcpServerv6DnsSetting
Get-DhcpServerv6ExclusionRange Get-DhcpServerv6FreeIPAddress Get-DhcpServerv6Lease Get-DhcpServerv6OptionDefinition
Get-DhcpServerv6OptionValue Get-DhcpServerv6Reservation Get-DhcpServerv6Scope Get-DhcpServerv6ScopeStatistics
Get-DhcpServerv6StatelessStatistics Get-DhcpServerv6StatelessStore Get-DhcpServerv6Statistics Import-DhcpServer
Invoke-DhcpServerv4FailoverReplication Reconcile-DhcpServerv4IPRecord Remove-DhcpServerDnsCredential Remove-DhcpServerInDC
Remove-DhcpServerv4Class Remove-DhcpServerv4ExclusionRange Remove-DhcpServerv4Failover Remove-DhcpServerv4FailoverScope
Remove-DhcpServerv4Filter Remove-DhcpServerv4Lease Remove-DhcpServerv4MulticastExclusionRange Remove-DhcpServerv4MulticastLease
Remove-DhcpServerv4MulticastScope Remove-DhcpServerv4OptionDefinition Remove-DhcpServerv4OptionValue Remove-DhcpServerv4Policy
Remove-DhcpServerv4PolicyIPRange Remove-DhcpServerv4Reservation Remove-DhcpServerv4Scope Remove-DhcpServerv4Superscope
Remove-DhcpServerv6Class Remove-DhcpServerv6ExclusionRange Remove-DhcpServerv6Lease Remove-DhcpServerv6OptionDefinition
Remove-DhcpServerv6OptionValue Remove-DhcpServerv6Reservation Remove-DhcpServerv6Scope Rename-DhcpServerv4Superscope
Repair-DhcpServerv4IPRecord Restore-DhcpServer Set-DhcpServerAuditLog Set-DhcpServerDatabase Set-DhcpServerDnsCredential
Set-DhcpServerSetting Set-DhcpServerv4Binding Set-DhcpServerv4Class Set-DhcpServerv4DnsSetting Set-DhcpServerv4Failover
Set-DhcpServerv4FilterList Set-DhcpServerv4MulticastScope Set-DhcpServerv4OptionDefinition Set-DhcpServerv4OptionValue
Set-DhcpServerv4Policy Set-DhcpServerv4Reservation Set-DhcpServerv4Scope Set-DhcpServerv6Binding Set-DhcpServerv6Class
Set-DhcpServerv6DnsSetting Set-DhcpServerv6OptionDefinition Set-DhcpServerv6OptionValue Set-DhcpServerv6Reservation Set-DhcpServerv6Scope
Set-DhcpServerv6StatelessStore
'@ -split '\s+')) { if ($name) { $allowed[$name] = $true } }

$ConfirmPreference = 'None'
$culture = [System.Globalization.CultureInfo]::InvariantCulture
$out = New-Object System.Text.StringBuilder
$special = [char[]]@(92, 9, 10, 13, 31)
$separator = [string][char]31

function Format-Text([string]$Text) {
    if ($Text.IndexOfAny($special) -ge 0) {
        $Text = $Text.Replace('\', '\\').Replace("`t", '\t').Replace("`n", '\n').Replace("`r", '\r').Replace($separator, '\u')
    }
    '=' + $Text
}

# One cell of an answer: ~ null, = text, # number, + true, - false, [ list.
function Format-Value($Value) {
    if ($null -eq $Value) { return '~' }
    if ($Value -is [string]) { return Format-Text $Value }
    if ($Value -is [bool]) { if ($Value) { return '+' } else { return '-' } }
    if ($Value -is [System.Net.IPAddress]) { return '=' + $Value.IPAddressToString }
    if ($Value -is [timespan]) { return '#' + ([int64][System.Math]::Floor($Value.TotalSeconds)).ToString($culture) }
    if ($Value -is [datetime]) { return '=' + $Value.ToUniversalTime().ToString('yyyy-MM-ddTHH:mm:ssZ', $culture) }
    if ($Value -is [single] -or $Value -is [double]) { return '#' + $Value.ToString('R', $culture) }
    if ($Value -is [System.Enum]) { return '=' + $Value }
    if ($Value -is [System.Collections.IEnumerable]) {
        $cells = New-Object 'System.Collections.Generic.List[string]'
        foreach ($item in $Value) { $cells.Add((Format-Value $item)) }
        return '[' + [string]::Join($separator, $cells.ToArray())
    }
    if ($Value -is [System.ValueType]) { return '#' + [string]$Value }
    Format-Text ([string]$Value)
}

# The value of a parameter from {t: kind, v: value}.
function ConvertFrom-Argument($Argument) {
    $v = $Argument.v
    switch -CaseSensitive ($Argument.t) {
        's' { return $v.Substring(1) }
        'n' { return [int64]$v }
        'b' { return [bool]$v }
        'd' { return [timespan]::FromSeconds([double]$v) }
        't' { return [datetime]::ParseExact($v.Substring(1), 'yyyy-MM-ddTHH:mm:ssZ', $culture, [System.Globalization.DateTimeStyles]::AdjustToUniversal) }
        'l' {
            $list = New-Object 'System.Collections.Generic.List[string]'
            foreach ($item in $v) { $list.Add($item.Substring(1)) }
            return , $list.ToArray()
        }
        'm' {
            $list = New-Object 'System.Collections.Generic.List[int64]'
            foreach ($item in $v) { $list.Add($item) }
            return , $list.ToArray()
        }
        'c' {
            $password = New-Object System.Security.SecureString
            foreach ($char in $v[1].Substring(1).ToCharArray()) { $password.AppendChar($char) }
            return New-Object System.Management.Automation.PSCredential ($v[0].Substring(1), $password)
        }
    }
    return $null
}

# Runs a cmdlet; $Item, when the step is repeated, is the object that gives further parameters.
function Invoke-Step($Step, $Item) {
    $splat = @{}
    foreach ($argument in $Step.args.PSObject.Properties) { $splat[$argument.Name] = ConvertFrom-Argument $argument.Value }
    if ($Step.each) { foreach ($bind in $Step.each.bind.PSObject.Properties) { $splat[$bind.Name] = $Item.($bind.Value) } }
    $splat['ErrorAction'] = 'Stop'
    & $Step.cmdlet @splat
}

function Add-Rows($Step, $Item, $Objects) {
    $take = $Step.take
    $head = 'R'
    if ($Step.each) { foreach ($bind in $Step.each.bind.PSObject.Properties) { $head += "`t" + (Format-Value $Item.($bind.Value)) } }
    foreach ($object in $Objects) {
        [void]$out.Append($head)
        foreach ($name in $take) {
            if ($object -is [string]) { $value = $object } else { $value = $object.$name }
            # The frequent kinds stand here because a function call for each value is ten times slower.
            if ($value -is [System.Net.IPAddress]) { [void]$out.Append("`t=").Append($value.IPAddressToString) }
            elseif ($value -is [string] -and $value.IndexOfAny($special) -lt 0) { [void]$out.Append("`t=").Append($value) }
            elseif ($value -is [uint32] -or $value -is [uint16]) { [void]$out.Append("`t#").Append([string]$value) }
            else { [void]$out.Append("`t").Append((Format-Value $value)) }
        }
        [void]$out.Append("`n")
    }
}

# What is known of an error, by the same names for every way in which it came.
function Get-Failure($Cmdlet, $Record) {
    $id = ($Record.FullyQualifiedErrorId -split ',')[0]
    $data = $Record.Exception.ErrorData
    @{ cmdlet = $Cmdlet; id = $id; category = [string]$Record.CategoryInfo.Category; number = $data.error_Code
        message = [string]$Record.Exception.Message; cause = $data.error_WindowsErrorMessage }
}

function Test-Tolerated($Step, $Failure) {
    foreach ($id in $Step.tolerate) {
        if ($id -ceq $Failure.id -or ($null -ne $Failure.number -and $id -match ' (\d+)$' -and $Matches[1] -eq $Failure.number)) { return $true }
    }
    return $false
}

function Add-Failure($Kind, $Index, $Failure) {
    [void]$out.Append("$Kind`t#$Index")
    foreach ($name in 'cmdlet', 'id', 'category', 'number', 'message', 'cause') { [void]$out.Append("`t").Append((Format-Value $Failure[$name])) }
    [void]$out.Append("`n")
}

# Why the objects of a step are not what its guard says, $null when they are.
function Test-Guard($Step, $Objects) {
    if ($null -eq $Step.guard) { return $null }
    if ($Objects.Count -eq 0) { return 'the object is gone' }
    foreach ($object in $Objects) {
        foreach ($expected in $Step.guard.PSObject.Properties) {
            if ((Format-Value $object.($expected.Name)) -cne $expected.Value) { return "property $($expected.Name) has changed" }
        }
    }
    return $null
}

# A program that names a command outside the list does not begin at all.
function Find-Forbidden($Steps) {
    foreach ($step in $Steps) {
        foreach ($call in @($step) + @($step.undo)) {
            if ($null -ne $call -and -not $allowed.ContainsKey($call.cmdlet)) {
                return @{ cmdlet = $call.cmdlet; id = 'CmdletNotAllowed'; category = 'PermissionDenied'; message = 'the script does not run this command' }
            }
        }
    }
    return $null
}

# Runs one step and keeps its objects; returns what made it fail, $null when it did not.
function Invoke-Whole($Step, $Index, $Kept) {
    $names = @(if ($Step.each) { foreach ($bind in $Step.each.bind.PSObject.Properties) { '@' + $bind.Name } }) + @($Step.take)
    [void]$out.Append("S`t#$Index`t" + (Format-Value $names) + "`n")
    $items = @($null)
    if ($Step.each) { $items = $Kept[$Step.each.step].ToArray() }
    $all = New-Object 'System.Collections.Generic.List[object]'
    foreach ($item in $items) {
        $failure = $null
        $objects = New-Object 'System.Collections.Generic.List[object]'
        try { foreach ($object in (Invoke-Step $Step $item)) { if ($null -ne $object) { $objects.Add($object) } } }
        catch {
            $failure = Get-Failure $Step.cmdlet $_
            $objects.Clear()
            if (Test-Tolerated $Step $failure) { $failure = $null }
        }
        if ($null -eq $failure) {
            $changed = Test-Guard $Step $objects
            if ($changed) { $failure = @{ cmdlet = $Step.cmdlet; id = 'GuardFailed'; category = 'InvalidOperation'; message = $changed } }
        }
        if ($null -ne $failure) {
            if (-not $Step.each.keep_going) { return $failure }
            Add-Failure 'X' $Index $failure
            Add-Keys $Step $item
            continue
        }
        Add-Rows $Step $item $objects
        foreach ($object in $objects) { $all.Add($object) }
    }
    $Kept.Add($all)
    return $null
}

# Says for which object a repeated step failed.
function Add-Keys($Step, $Item) {
    [void]$out.Append('K')
    foreach ($bind in $Step.each.bind.PSObject.Properties) { [void]$out.Append("`t").Append((Format-Value $Item.($bind.Value))) }
    [void]$out.Append("`n")
}

function Invoke-Undo($Steps, $Done) {
    for ($i = $Done - 1; $i -ge 0; $i--) {
        foreach ($undo in $Steps[$i].undo) {
            if ($null -eq $undo) { continue }
            try { $null = Invoke-Step $undo $null }
            catch {
                $failure = Get-Failure $undo.cmdlet $_
                if (-not (Test-Tolerated $undo $failure)) { Add-Failure 'U' $i $failure }
            }
        }
    }
}

# What the server has to run programs with.
function Add-Environment {
    $failure = $null
    $found = @{}
    $module = $null
    try {
        Import-Module DhcpServer -ErrorAction Stop
        foreach ($command in (Get-Command -Module DhcpServer)) { $found[$command.Name] = $true }
        foreach ($loaded in (Get-Module -Name DhcpServer)) { $module = [string]$loaded.Version }
    }
    catch { $failure = Get-Failure 'Import-Module' $_ }
    $missing = @(foreach ($name in ($allowed.Keys | Sort-Object)) { if (-not $found.ContainsKey($name)) { $name } })
    [void]$out.Append("V")
    foreach ($value in [string]$PSVersionTable.PSVersion, [string]$ExecutionContext.SessionState.LanguageMode, $module, $missing) {
        [void]$out.Append("`t").Append((Format-Value $value))
    }
    [void]$out.Append("`n")
    if ($null -ne $failure) { Add-Failure 'F' 0 $failure }
}

foreach ($line in ($Programs -split "`n")) {
    if (-not $line) { continue }
    $program = ConvertFrom-Json $line
    [void]$out.Append("P`t").Append((Format-Text $program.id.Substring(1))).Append("`n")
    if ($program.probe) { Add-Environment }
    $forbidden = Find-Forbidden $program.steps
    if ($null -ne $forbidden) { Add-Failure 'F' 0 $forbidden }
    $kept = New-Object 'System.Collections.Generic.List[object]'
    foreach ($step in $program.steps) {
        if ($null -eq $step -or $null -ne $forbidden) { continue }
        $failure = Invoke-Whole $step $kept.Count $kept
        if ($null -ne $failure) {
            Add-Failure 'F' $kept.Count $failure
            Invoke-Undo $program.steps $kept.Count
            break
        }
    }
    [void]$out.Append("Z`n")
}

$text = [System.Convert]::ToBase64String([System.Text.Encoding]::UTF8.GetBytes($out.ToString()))
$hasher = New-Object System.Security.Cryptography.SHA256CryptoServiceProvider
$hash = ($hasher.ComputeHash([System.Text.Encoding]::ASCII.GetBytes($text)) | ForEach-Object { $_.ToString('x2') }) -join ''
$frame = "${Nonce}:BEGIN $($text.Length) $hash`n$text`n${Nonce}:END`n"
if ($Return) { return $frame }
[System.Console]::Out.Write($frame)
exit 0
