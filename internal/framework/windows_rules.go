package framework

import "github.com/dhcp-as-code/terraform-provider-dhcp/internal/dhcp"

// Connective is And or Or in any case.
type Connective = Spelled[ConnectiveRule]

// ConnectiveRule reads a word without regard to case; Windows takes Or and answers OR.
type ConnectiveRule struct{}

// Kind names the value.
func (ConnectiveRule) Kind() string { return "condition" }

// Canonical writes the word as the cmdlets take it.
func (ConnectiveRule) Canonical(text string) (string, error) { return oneWord(text, "And", "Or") }

// DynamicUpdates is Always, Never or OnClientRequest in any case.
type DynamicUpdates = Spelled[DynamicUpdatesRule]

// DynamicUpdatesRule reads a word without regard to case.
type DynamicUpdatesRule struct{}

// Kind names the value.
func (DynamicUpdatesRule) Kind() string { return "way of DNS updates" }

// Canonical writes the word as Windows answers it.
func (DynamicUpdatesRule) Canonical(text string) (string, error) {
	return oneWord(text, "OnClientRequest", "Always", "Never")
}

// FilterList is Allow or Deny in any case.
type FilterList = Spelled[FilterListRule]

// FilterListRule reads a word without regard to case.
type FilterListRule struct{}

// Kind names the value.
func (FilterListRule) Kind() string { return "list" }

// Canonical writes the word as Windows answers it.
func (FilterListRule) Canonical(text string) (string, error) { return oneWord(text, "Allow", "Deny") }

// MACPattern is a MAC address, or the beginning of one with a star, in any spelling.
type MACPattern = Spelled[MACPatternRule]

// MACPatternRule holds AA-BB-CC-*, aa:bb:cc:* and aabbcc* for the same addresses.
type MACPatternRule struct{}

// Kind names the value.
func (MACPatternRule) Kind() string { return "MAC address" }

// Canonical writes capitals with hyphens, as Windows answers.
func (MACPatternRule) Canonical(text string) (string, error) {
	p, err := dhcp.ParseMACPattern(text)
	if err != nil {
		return "", err
	}
	return p.String(), nil
}
