# The module ScheduledTasks as far as the provider uses it; what it does is in tasks.go.
function New-ScheduledTaskAction {
    [CmdletBinding()]
    param([string]$Execute, [string]$Argument)
    process { [pscustomobject]@{ Execute = $Execute; Arguments = $Argument } }
}
function New-ScheduledTaskSettingsSet {
    [CmdletBinding()]
    param([switch]$AllowStartIfOnBatteries, [switch]$DontStopIfGoingOnBatteries, [timespan]$ExecutionTimeLimit)
    process { [pscustomobject]@{ ExecutionTimeLimit = $ExecutionTimeLimit } }
}
function Register-ScheduledTask {
    [CmdletBinding()]
    param([string]$TaskName, [object[]]$Action, [object]$Settings, [string]$User, [string]$Password, [ValidateSet('Limited', 'Highest')][string]$RunLevel)
    process { Invoke-Lab $PSCmdlet @{ TaskName = $TaskName; Execute = $Action[0].Execute; Arguments = $Action[0].Arguments; User = $User; Password = $Password } }
}
function Get-ScheduledTask {
    [CmdletBinding()]
    param([string]$TaskName)
    process { Invoke-Lab $PSCmdlet @{ TaskName = $TaskName } }
}
function Get-ScheduledTaskInfo {
    [CmdletBinding()]
    param([string]$TaskName)
    process { Invoke-Lab $PSCmdlet @{ TaskName = $TaskName } }
}
function Start-ScheduledTask {
    [CmdletBinding()]
    param([string]$TaskName)
    process { Invoke-Lab $PSCmdlet @{ TaskName = $TaskName } }
}
function Stop-ScheduledTask {
    [CmdletBinding()]
    param([string]$TaskName)
    process { Invoke-Lab $PSCmdlet @{ TaskName = $TaskName } }
}
function Unregister-ScheduledTask {
    [CmdletBinding(SupportsShouldProcess, ConfirmImpact = 'High')]
    param([string]$TaskName)
    process { if ($PSCmdlet.ShouldProcess($TaskName)) { Invoke-Lab $PSCmdlet @{ TaskName = $TaskName } } }
}
