# expect: PriorityQueue[int,int] is not known
$x = New-Object 'System.Collections.Generic.PriorityQueue[int,int]'
