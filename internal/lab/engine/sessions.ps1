# In place of PowerShell's own commands for sessions on a session configuration: such a session is a process of its own
# on the same host, with the logon of the configuration, no console, and values that travel.
function New-PSSession([string]$ComputerName, [string]$ConfigurationName) {
    $body = ConvertTo-Json -Compress -InputObject @{ cmdlet = 'New-PSSession'; args = @{ ComputerName = $ComputerName; ConfigurationName = $ConfigurationName } }
    $answer = Invoke-RestMethod -Method Post -Uri $env:DHCP_LAB_MODEL -Body $body
    foreach ($failure in $answer.errors) {
        throw (New-Object System.Management.Automation.ErrorRecord (New-Object System.Exception $failure.message.Substring(1)), $failure.id, $failure.category, $null)
    }
    [pscustomobject]@{ Model = $answer.text[0].Substring(1) }
}
function Invoke-Command($Session, [scriptblock]$ScriptBlock, [object[]]$ArgumentList) {
    $mine = $env:DHCP_LAB_MODEL
    $env:DHCP_LAB_MODEL = $Session.Model
    try { Start-Job -ScriptBlock $ScriptBlock -ArgumentList $ArgumentList | Receive-Job -Wait -AutoRemoveJob }
    finally { $env:DHCP_LAB_MODEL = $mine }
}
function Remove-PSSession($Session) { }
