# expect: class or enum
class A { [int]$x }
