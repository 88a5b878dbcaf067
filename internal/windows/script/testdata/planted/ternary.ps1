# expect: ternary operator
$x = $true ? 1 : 2
