# expect: ProcessPath does not exist
$x = [System.Environment]::ProcessPath
