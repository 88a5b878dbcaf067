# Reports what scripts use that Windows PowerShell 5.1 on .NET Framework 4.6.2 (Windows Server 2016) does not have:
# newer syntax, unknown commands or parameters, unknown type names, unknown .NET members. A finding is one line:
# file:line: what. It cannot see the type of a variable: members of values are checked only where the type stands in the text.
param([string]$CommandFacts, [string]$MemberFacts, [string]$DhcpFacts, [string]$Folder)

$commands = Get-Content -Raw $CommandFacts | ConvertFrom-Json -AsHashtable
$dhcp = Get-Content -Raw $DhcpFacts | ConvertFrom-Json -AsHashtable
$types = Get-Content -Raw $MemberFacts | ConvertFrom-Json -AsHashtable
# Types that the facts leave out: PowerShell's own, one that .NET has had since 2.0, and two of its 3.5 (System.Core.dll).
$own = 'System.Management.Automation.PSCredential', 'System.Management.Automation.ErrorRecord', 'System.Security.SecureString',
    'System.IO.Pipes.NamedPipeServerStream', 'System.IO.Pipes.NamedPipeClientStream'
$common = 'Verbose', 'Debug', 'ErrorAction', 'WarningAction', 'InformationAction', 'ErrorVariable', 'WarningVariable',
    'InformationVariable', 'OutVariable', 'OutBuffer', 'PipelineVariable', 'WhatIf', 'Confirm'
# Short type names of 5.1 that a server script has use for; a name outside this list must be spelled in full.
$accelerators = @{
    array = 'System.Array'; bool = 'System.Boolean'; byte = 'System.Byte'; char = 'System.Char'; datetime = 'System.DateTime'
    decimal = 'System.Decimal'; double = 'System.Double'; guid = 'System.Guid'; hashtable = 'System.Collections.Hashtable'
    int = 'System.Int32'; int16 = 'System.Int16'; int32 = 'System.Int32'; int64 = 'System.Int64'; long = 'System.Int64'
    ipaddress = 'System.Net.IPAddress'; object = 'System.Object'; regex = 'System.Text.RegularExpressions.Regex'
    sbyte = 'System.SByte'; single = 'System.Single'; string = 'System.String'; timespan = 'System.TimeSpan'
    uint16 = 'System.UInt16'; uint32 = 'System.UInt32'; uint64 = 'System.UInt64'; uri = 'System.Uri'; version = 'System.Version'
    void = 'System.Void'; ordered = ''; pscustomobject = ''; psobject = ''; pscredential = ''; scriptblock = ''; switch = ''
    securestring = ''; xml = ''; type = ''; ref = ''; cultureinfo = 'System.Globalization.CultureInfo'
}
$aliases = @{ 'ForEach' = 'ForEach-Object'; '%' = 'ForEach-Object'; '?' = 'Where-Object'; 'Where' = 'Where-Object' }
$newTokens = 'QuestionQuestion', 'QuestionQuestionEquals', 'QuestionDot', 'QuestionLBracket', 'AndAnd', 'OrOr', 'Clean'
function Report($Ast, $Text) { '{0}:{1}: {2}' -f (Split-Path -Leaf $Ast.Extent.File), $Ast.Extent.StartLineNumber, $Text }
function Resolve-TypeName($Name) {
    $n = $Name -replace '\[\]$', ''
    if ($n -match '^([\w.]+)\[(.+)\]$') { # generic: the type and what it is made of
        $arguments = @($Matches[2] -split ',')
        $n = $Matches[1] + '`' + $arguments.Count
        foreach ($a in $arguments) { if ($null -eq (Resolve-TypeName $a.Trim())) { return $null } }
    }
    if ($n -in $own) { return $n }
    if ($accelerators.ContainsKey($n)) { return $accelerators[$n] }
    foreach ($full in $n, "System.$n") { if ($types.ContainsKey($full)) { return $full } }
    return $null
}

foreach ($file in (Get-ChildItem $Folder -Filter *.ps1 | Sort-Object Name).FullName) {
    $tokens = $errors = $null
    $ast = [System.Management.Automation.Language.Parser]::ParseFile((Resolve-Path $file), [ref]$tokens, [ref]$errors)
    foreach ($e in $errors) { Report ([pscustomobject]@{ Extent = $e.Extent }) "does not parse: $($e.Message)" }
    foreach ($t in $tokens) { if ("$($t.Kind)" -in $newTokens) { Report $t "operator $($t.Text) is newer than 5.1" } }
    $functions = @($ast.FindAll({ $args[0] -is [System.Management.Automation.Language.FunctionDefinitionAst] }, $true).Name)
    foreach ($node in $ast.FindAll({ $true }, $true)) {
        switch ($node.GetType().Name) {
            'TernaryExpressionAst' { Report $node 'ternary operator' }
            'PipelineChainAst' { Report $node 'pipeline chain' }
            'TypeDefinitionAst' { Report $node 'class or enum (allowed in 5.1, but keep the script plain)' }
            'TypeExpressionAst' { if ($null -eq (Resolve-TypeName $node.TypeName.FullName)) { Report $node "type [$($node.TypeName.FullName)] is not known in 5.1" } }
            'TypeConstraintAst' { if ($null -eq (Resolve-TypeName $node.TypeName.FullName)) { Report $node "type [$($node.TypeName.FullName)] is not known in 5.1" } }
            { $_ -in 'MemberExpressionAst', 'InvokeMemberExpressionAst' } {
                if ($node.Static -and $node.Expression -is [System.Management.Automation.Language.TypeExpressionAst]) {
                    $full = Resolve-TypeName $node.Expression.TypeName.FullName
                    if ($full -and $types.ContainsKey($full)) {
                        $member = $node.Member.Extent.Text
                        $shape = if ($node -is [System.Management.Automation.Language.InvokeMemberExpressionAst]) { "^(static )?$([regex]::Escape($member))\((.*)\)$" } else { "^static $([regex]::Escape($member))$" }
                        $known = @($types[$full] | Where-Object { $_ -match $shape })
                        if ($member -eq 'new') { $known = @($types[$full] | Where-Object { $_ -match '^new\(' }) }
                        if (-not $known) { Report $node "[$full]::$member does not exist in .NET Framework 4.6.2" }
                        elseif ($node -is [System.Management.Automation.Language.InvokeMemberExpressionAst]) {
                            $n = @($node.Arguments | Where-Object { $_ }).Count
                            if (-not ($known | Where-Object { $inner = ($_ -replace '^[^(]*\((.*)\)$', '$1'); $(if ($inner) { ($inner -split ',').Count } else { 0 }) -eq $n })) { Report $node "[$full]::$member has no form with $n arguments in .NET Framework 4.6.2" }
                        }
                    }
                }
            }
            'CommandAst' {
                $name = $node.GetCommandName()
                if (-not $name) { break }
                if ($aliases.ContainsKey($name)) { $name = $aliases[$name] }
                if ($name -in $functions) { break }
                $parameters = if ($commands.ContainsKey($name)) { @($commands[$name].parameters) } elseif ($dhcp.ContainsKey($name)) { @($dhcp[$name].parameters.Keys) } else { $null }
                if ($null -eq $parameters) { Report $node "command $name is not known in 5.1 or in module DhcpServer"; break }
                if ($name -eq 'New-Object') {
                    $type = @($node.CommandElements | Select-Object -Skip 1 | Where-Object { $_ -is [System.Management.Automation.Language.StringConstantExpressionAst] })[0]
                    if ($type -and $null -eq (Resolve-TypeName $type.Value)) { Report $type "type $($type.Value) is not known in 5.1" }
                }
                foreach ($p in $node.CommandElements | Where-Object { $_ -is [System.Management.Automation.Language.CommandParameterAst] }) {
                    $all = $parameters + $common
                    if ($p.ParameterName -notin $all -and -not @($all | Where-Object { $_ -like "$($p.ParameterName)*" }).Count) { Report $p "$name has no parameter -$($p.ParameterName) in 5.1" }
                }
            }
        }
    }
}
