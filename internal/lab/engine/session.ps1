# Runs single calls, one a line, each for itself, and answers each in one line.
$ProgressPreference = 'SilentlyContinue'
$WarningPreference = 'SilentlyContinue'
$ConfirmPreference = 'None'
. $env:DHCP_LAB_VALUES
$modules = $env:PSModulePath
$loaded = $false

# The DhcpServer module as the server has it, or none.
function Set-Module([bool]$Wanted) {
    if ($Wanted -eq $script:loaded) { return }
    if ($Wanted) { $env:PSModulePath = $modules; Import-Module DhcpServer -Global }
    else { $env:PSModulePath = ''; Remove-Module DhcpServer }
    $script:loaded = $Wanted
}

function ConvertTo-Row($Object) {
    $properties = @{}
    foreach ($p in $Object.PSObject.Properties) { $properties[$p.Name] = ConvertTo-Bound $p.Value }
    @{ class = ($Object.PSObject.TypeNames[0] -split '/')[-1]; properties = $properties }
}

Set-Module $true
while ($null -ne ($line = [Console]::In.ReadLine())) {
    $call = ConvertFrom-Json $line
    Set-Module $call.module
    $splat = ConvertTo-Splat $call.args
    $failures = @()
    $objects = @()
    try { $objects = @(& $call.cmdlet @splat -ErrorAction SilentlyContinue -ErrorVariable failures) }
    catch { $failures = @($_) }
    $answer = @{
        rows = @($objects | Where-Object { $_ -isnot [string] } | ForEach-Object { ConvertTo-Row $_ })
        text = @($objects | Where-Object { $_ -is [string] })
        errors = @($failures | ForEach-Object { @{ id = ($_.FullyQualifiedErrorId -split ',')[0]; category = [string]$_.CategoryInfo.Category; message = [string]$_.Exception.Message } })
    }
    [Console]::Out.WriteLine((ConvertTo-Json -Compress -Depth 6 -InputObject $answer))
}
