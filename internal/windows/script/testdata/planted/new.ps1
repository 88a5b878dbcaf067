# expect: type [System.Text.Rune] is not known
$x = [System.Text.Rune]::new(65)
