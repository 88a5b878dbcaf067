# expect: type [semver] is not known
function f([semver]$v) { $v }
