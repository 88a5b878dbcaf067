# expect: operator ??= is newer
$x ??= 1
