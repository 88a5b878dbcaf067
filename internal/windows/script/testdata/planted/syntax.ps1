# expect: does not parse
if ($true) {
