// Package yaml11 reads YAML 1.1 as PyYAML's SafeLoader reads it and writes block
// style as PyYAML's SafeDumper writes it (sort_keys off, width 4096, ASCII only),
// byte for byte.
//
// Scanning and parsing are the library's (go.yaml.in/yaml/v4): its node tree keeps
// the text of every scalar, its quotes and its tag. What is ours is what the library
// decides by YAML 1.2 or cannot be steered to:
//
//   - the types of plain scalars (resolve.go, number.go, timestamp.go): yes and off
//     are booleans, 0123 is octal, 12:30:45 counts in base 60;
//   - merge keys and duplicate keys (mapping.go);
//   - the writer (dump.go, style.go, write.go). The library's emitter agrees on most
//     of it, but has no option for an empty key written with "?", for keys of 128
//     characters counted with their tag, for anchors named by the order of their
//     second use, or for folding that spares the first and last space.
package yaml11
