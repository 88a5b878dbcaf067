# expect: no parameter -AsHashtable
'{}' | ConvertFrom-Json -AsHashtable
