# expect: has no form with 6 arguments
$x = [string]::Concat([char[]]'a', 1, 2, 3, 4, 5)
