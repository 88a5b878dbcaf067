# expect: ToHexString does not exist
$x = [System.Convert]::ToHexString([byte[]]@(1))
