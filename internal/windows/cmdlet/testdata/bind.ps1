# Binds each call of a file with PowerShell's own binder and prints what it made of it.
param($Calls)
foreach ($line in [IO.File]::ReadLines($Calls)) {
    $call = ConvertFrom-Json $line
    $splat = ConvertTo-Splat $call.args
    try { $answer = & $call.cmdlet @splat }
    catch {
        $answer = @{ id = ($_.FullyQualifiedErrorId -split ',')[0]; category = [string]$_.CategoryInfo.Category }
    }
    ConvertTo-Json -Compress -Depth 4 -InputObject $answer
}
