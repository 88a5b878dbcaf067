package dhcp

import (
	"fmt"
	"strings"
)

// BytePattern is bytes to compare with an identifier of a client. A star stands for any
// further bytes before or behind them.
type BytePattern struct {
	Bytes         ClientID
	Before, After bool
}

// ParseBytePattern reads bytes in any usual spelling with a star before or behind them:
// aa-bb-cc-*, AABBCC*, *dd:ee. The console of Windows writes a star for each missing byte.
func ParseBytePattern(text string) (BytePattern, error) {
	rest := strings.TrimSpace(text)
	trimmed := strings.TrimLeft(rest, "*")
	var p BytePattern
	if p.Before = trimmed != rest; p.Before {
		trimmed = strings.TrimLeft(trimmed, "-:.")
	}
	bare := strings.TrimRight(trimmed, "*-:.")
	p.After = strings.Contains(trimmed[len(bare):], "*")
	if !p.After {
		bare = trimmed
	}
	id, err := ParseClientID(bare)
	if err != nil {
		return p, fmt.Errorf("%q is not bytes in hexadecimal, such as aa-bb-cc-dd-ee-ff, with or without a star before or behind them", text)
	}
	p.Bytes = id
	return p, nil
}

// ParseMACPattern reads a MAC address of six bytes, or its first one to five bytes and a
// star.
func ParseMACPattern(text string) (BytePattern, error) {
	p, err := ParseBytePattern(text)
	n := len(p.Bytes)
	if err != nil || p.Before || !p.After && n != 6 || p.After && n > 5 {
		return p, fmt.Errorf("%q is neither a MAC address such as AA-BB-CC-DD-EE-FF nor the beginning of one such as AA-BB-CC-*", text)
	}
	return p, nil
}

// String writes the form that Windows answers: capitals with hyphens.
func (p BytePattern) String() string {
	text := strings.ToUpper(p.Bytes.String())
	if p.Before {
		text = "*-" + text
	}
	if p.After {
		text += "-*"
	}
	return text
}
