# expect: type System.Text.Json.JsonDocument is not known
$x = New-Object System.Text.Json.JsonDocument
