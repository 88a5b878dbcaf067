# Runs server.ps1 under a logon that reaches a second machine, which the logon of a WinRM session does not: in a
# scheduled task, whose logon is made with the password, or in a session configuration with RunAs.
# The first line of $Programs is {endpoint, user, password, seconds, script}; the others are the programs.
param($Nonce, $Programs)

$line, $rest = $Programs -split "`n", 2
$order = ConvertFrom-Json $line
$utf8 = [System.Text.Encoding]::UTF8
$state = @{ handed = $false; frame = $null; failure = $null }
$prefix = 'terraform-provider-dhcp-'
$stamp = 'yyyyMMddHHmmss'

# What runs in the task. It holds no double quote, because it stands between two on a command line, and nothing secret:
# script and programs come through a named pipe, and the answer goes back through it, so that no file is written.
# The task removes itself as well, for the case that the session which made it is gone by then.
$inside = @(
    '$ErrorActionPreference=''Stop'';$name=''NAME'';$utf8=[System.Text.Encoding]::UTF8;try{'
    '$pipe=New-Object System.IO.Pipes.NamedPipeClientStream(''.'',$name,''InOut'');$pipe.Connect(30000);'
    '$in=New-Object System.IO.StreamReader($pipe);$out=New-Object System.IO.StreamWriter($pipe);'
    '$out.WriteLine(''KEY'');$out.Flush();$nonce=$in.ReadLine();'
    '$script=[scriptblock]::Create($utf8.GetString([Convert]::FromBase64String($in.ReadLine())));'
    '$programs=$utf8.GetString([Convert]::FromBase64String($in.ReadLine()));'
    '$out.Write((& $script $nonce $programs $true));$out.Flush();$null=$in.ReadLine()'
    '}finally{Unregister-ScheduledTask -TaskName $name -Confirm:$false -ErrorAction SilentlyContinue}'
) -join ''

# Removes the tasks whose time, which is a part of their names, is over: their runs were killed.
function Remove-Stale {
    foreach ($task in @(Get-ScheduledTask -TaskName "$prefix*" -ErrorAction SilentlyContinue)) {
        $until = $task.TaskName.Substring($prefix.Length) -replace '-.*$', ''
        if ($until -match '^\d{14}$' -and $until -lt [datetime]::UtcNow.ToString($stamp)) {
            Unregister-ScheduledTask -TaskName $task.TaskName -Confirm:$false -ErrorAction SilentlyContinue
        }
    }
}

# Waits for the task to come to the pipe, for half of its time at most.
function Wait-Task($Pipe, $Name) {
    $coming = $Pipe.BeginWaitForConnection($null, $null)
    $last = [datetime]::UtcNow.AddSeconds($order.seconds / 2)
    while (-not $coming.AsyncWaitHandle.WaitOne(1000)) {
        $result = (Get-ScheduledTaskInfo -TaskName $Name -ErrorAction Stop).LastTaskResult
        # 267009 is running, 267011 not yet run, 267045 queued; anything else is how it ended.
        if (@(267009, 267011, 267045) -notcontains $result) { throw "the scheduled task ended at once, with the result $result" }
        if ([datetime]::UtcNow -gt $last) { throw "the scheduled task did not begin in time; its state is $result" }
    }
    $Pipe.EndWaitForConnection($coming)
}

function Read-Line($Reader, $Until) {
    $reading = $Reader.ReadLineAsync()
    $left = [int][System.Math]::Max(0, ($Until - [datetime]::UtcNow).TotalMilliseconds)
    if (-not $reading.Wait($left)) { throw 'the scheduled task does not answer' }
    $reading.Result
}

function Invoke-Task {
    $until = [datetime]::UtcNow.AddSeconds($order.seconds)
    $key = [guid]::NewGuid().ToString('N')
    $name = $prefix + $until.ToString($stamp) + '-' + [guid]::NewGuid().ToString('N')
    Import-Module ScheduledTasks
    # Where a policy logs what modules are called with, the password would go to the event log.
    foreach ($module in @(Get-Module ScheduledTasks)) { $module.LogPipelineExecutionDetails = $false }
    Remove-Stale
    $pipe = New-Object System.IO.Pipes.NamedPipeServerStream($name, 'InOut', 1, 'Byte', 'Asynchronous')
    try {
        $command = '-NoLogo -NoProfile -NonInteractive -ExecutionPolicy Bypass -Command "' + $inside.Replace('NAME', $name).Replace('KEY', $key) + '"'
        $task = @{
            TaskName = $name; User = $order.user.Substring(1); Password = $order.password.Substring(1); RunLevel = 'Highest'
            Action = New-ScheduledTaskAction -Execute 'powershell.exe' -Argument $command -ErrorAction Stop
            Settings = New-ScheduledTaskSettingsSet -AllowStartIfOnBatteries -DontStopIfGoingOnBatteries -ExecutionTimeLimit ([timespan]::FromSeconds($order.seconds)) -ErrorAction Stop
        }
        # These commands are functions of a module, which do not see the preference that is set here.
        $null = Register-ScheduledTask @task -ErrorAction Stop
        Start-ScheduledTask -TaskName $name -ErrorAction Stop
        Wait-Task $pipe $name
        $reader = New-Object System.IO.StreamReader($pipe)
        $writer = New-Object System.IO.StreamWriter($pipe)
        # Whoever else comes does not know the key and gets nothing.
        if ((Read-Line $reader $until) -cne $key) { throw 'another process came to the pipe of the scheduled task' }
        $writer.WriteLine($Nonce)
        $writer.WriteLine($order.script)
        $state.handed = $true
        $writer.WriteLine([System.Convert]::ToBase64String($utf8.GetBytes($rest)))
        $writer.Flush()
        $state.frame = (@(foreach ($part in 1..3) { Read-Line $reader $until }) -join "`n") + "`n"
    }
    finally {
        if ($null -eq $state.frame) { Stop-ScheduledTask -TaskName $name -ErrorAction SilentlyContinue }
        Unregister-ScheduledTask -TaskName $name -Confirm:$false -ErrorAction SilentlyContinue
        $pipe.Dispose()
    }
}

function Invoke-Endpoint {
    $session = New-PSSession -ComputerName localhost -ConfigurationName $order.endpoint.Substring(1)
    try {
        $mode = Invoke-Command -Session $session -ScriptBlock { [string]$ExecutionContext.SessionState.LanguageMode }
        if ($mode -ne 'FullLanguage') { throw "the session configuration runs PowerShell in the language mode $mode, and FullLanguage is needed" }
        $text = $utf8.GetString([System.Convert]::FromBase64String($order.script))
        $state.handed = $true
        $state.frame = Invoke-Command -Session $session -ScriptBlock ([scriptblock]::Create($text)) -ArgumentList $Nonce, $rest, $true
    }
    finally { Remove-PSSession $session }
}

try { if ($order.endpoint) { Invoke-Endpoint } else { Invoke-Task } }
catch { $state.failure = $_ }
if ($null -ne $state.frame) {
    [System.Console]::Out.Write([string]$state.frame)
    exit 0
}
# The server's own words, for people: nothing has run unless the programs were handed over.
$words = @(($state.failure.FullyQualifiedErrorId -split ',')[0], $state.failure.InvocationInfo.MyCommand.Name, $state.failure.Exception.Message) -join "`n"
[System.Console]::Out.Write('WDHCP1 hop ' + [System.Convert]::ToBase64String($utf8.GetBytes($words)) + "`n")
if ($state.handed) { exit 93 }
exit 92
