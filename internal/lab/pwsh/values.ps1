# Values between PowerShell and the lab. Texts travel with a leading "=", so that
# ConvertFrom-Json never takes one for a date.

# From {t: tag, v: value} to the value itself.
function ConvertFrom-Tagged($Tagged) {
    switch ($Tagged.t) {
        's' { return $Tagged.v.Substring(1) }
        'n' { return [int64]$Tagged.v }
        'b' { return [bool]$Tagged.v }
        'u2' { return [uint16]$Tagged.v }
        'u4' { return [uint32]$Tagged.v }
        'u8' { return [uint64]$Tagged.v }
        'f' { return [single]$Tagged.v }
        'i' { return [ipaddress]$Tagged.v.Substring(1) }
        'd' { return [timespan]::FromTicks([int64]$Tagged.v) }
        't' { return [datetime]::Parse($Tagged.v.Substring(1), [Globalization.CultureInfo]::InvariantCulture, [Globalization.DateTimeStyles]::AdjustToUniversal) }
        'c' { 
            $password = New-Object securestring
            foreach ($c in $Tagged.v[1].Substring(1).ToCharArray()) { $password.AppendChar($c) }
            return New-Object pscredential $Tagged.v[0].Substring(1), $password }
        'l' {
            $list = New-Object 'System.Collections.Generic.List[object]'
            foreach ($item in $Tagged.v) { $list.Add((ConvertFrom-Tagged $item)) }
            return , $list.ToArray()
        }
        'is' {
            $list = New-Object 'System.Collections.Generic.List[ipaddress]'
            foreach ($item in $Tagged.v) { $list.Add([ipaddress]$item.Substring(1)) }
            return , $list.ToArray()
        }
        'ss' {
            $list = New-Object 'System.Collections.Generic.List[string]'
            foreach ($item in $Tagged.v) { $list.Add($item.Substring(1)) }
            return , $list.ToArray()
        }
        default { return $null }
    }
}

# A splat from {name: tagged value}.
function ConvertTo-Splat($Arguments) {
    $splat = @{}
    foreach ($a in $Arguments.PSObject.Properties) { $splat[$a.Name] = ConvertFrom-Tagged $a.Value }
    $splat
}

# What a parameter was bound to, as plain JSON can hold it: durations in ticks, times and addresses as text.
function ConvertTo-Bound($Value) {
    if ($null -eq $Value) { return $null }
    if ($Value -is [array]) { return , @(foreach ($item in $Value) { ConvertTo-Bound $item }) }
    if ($Value -is [switch] -or $Value -is [bool]) { return [bool]$Value }
    if ($Value -is [timespan]) { return $Value.Ticks }
    if ($Value -is [datetime]) { return $Value.ToUniversalTime().ToString('o', [Globalization.CultureInfo]::InvariantCulture) }
    if ($Value -is [pscredential]) { return $Value.UserName }
    if ($Value -is [ipaddress]) { return $Value.ToString() }
    return $Value
}
