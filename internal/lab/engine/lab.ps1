# The body of every function of the lab's module: hands the bound call to the lab's model
# over loopback and writes what it answers, with the types of the real cmdlets.
$script:lab = $null

function Invoke-Lab($Cmdlet, $Bound) {
    if ($null -eq $script:lab) { $script:lab = New-Object System.Net.Http.HttpClient }
    $plain = @{}
    foreach ($name in $Bound.Keys) { $plain[$name] = ConvertTo-Bound $Bound[$name] }
    $body = ConvertTo-Json -Compress -Depth 5 -InputObject @{ cmdlet = $Cmdlet.MyInvocation.MyCommand.Name; args = $plain }
    $response = $script:lab.PostAsync($env:DHCP_LAB_MODEL, (New-Object System.Net.Http.StringContent $body)).GetAwaiter().GetResult()
    $text = $response.Content.ReadAsStringAsync().GetAwaiter().GetResult()
    if (-not $response.IsSuccessStatusCode) { throw "the lab refused the call: $text" }
    $answer = ConvertFrom-Json $text
    foreach ($warning in $answer.warnings) { $Cmdlet.WriteWarning($warning.Substring(1)) }
    foreach ($row in $answer.rows) {
        $properties = [ordered]@{}
        foreach ($property in $row.properties.PSObject.Properties) { $properties[$property.Name] = ConvertFrom-Tagged $property.Value }
        $object = [pscustomobject]$properties
        $object.PSObject.TypeNames.Insert(0, 'Microsoft.Management.Infrastructure.CimInstance#root/Microsoft/Windows/DHCP/' + $row.class)
        $Cmdlet.WriteObject($object)
    }
    foreach ($line in $answer.text) { $Cmdlet.WriteObject($line.Substring(1)) }
    foreach ($failure in $answer.errors) {
        $exception = New-Object System.Exception $failure.message.Substring(1)
        if ($failure.number) {
            $data = [pscustomobject]@{ error_Code = [uint32]$failure.number; error_WindowsErrorMessage = $null }
            if ($failure.cause) { $data.error_WindowsErrorMessage = $failure.cause.Substring(1) }
            Add-Member -InputObject $exception -NotePropertyName ErrorData -NotePropertyValue $data
        }
        $Cmdlet.WriteError((New-Object System.Management.Automation.ErrorRecord $exception, $failure.id, $failure.category, $null))
    }
}
