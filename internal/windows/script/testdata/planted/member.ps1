# expect: operator ?. is newer
$x = ${y}?.Length
