# expect: no parameter -Parallel
1..3 | ForEach-Object -Parallel { $_ }
