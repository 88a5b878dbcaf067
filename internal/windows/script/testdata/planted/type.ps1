# expect: type [ulong] is not known
$x = [ulong]5
