# expect: operator ?? is newer
$x = $null ?? 1
