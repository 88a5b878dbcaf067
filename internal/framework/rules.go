package framework

import (
	"fmt"
	"strings"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/dhcp"
)

// LeaseDuration is a lease or timer: 8d, 12h, 1d12h, 90m, unlimited.
type LeaseDuration = Spelled[LeaseDurationRule]

// LeaseDurationRule holds 8d and 192h for the same duration.
type LeaseDurationRule struct{}

// Kind names the value.
func (LeaseDurationRule) Kind() string { return "duration" }

// Canonical writes the duration with the fewest units.
func (LeaseDurationRule) Canonical(text string) (string, error) {
	d, err := dhcp.ParseLeaseDuration(text)
	if err != nil {
		return "", err
	}
	return d.String(), nil
}

// ClientIdentifier is a MAC address or any other DHCP client id as hexadecimal digits.
type ClientIdentifier = Spelled[ClientIdentifierRule]

// ClientIdentifierRule holds AA-BB-…, aa:bb:… and aabb.… for the same id.
type ClientIdentifierRule struct{}

// Kind names the value.
func (ClientIdentifierRule) Kind() string { return "client id" }

// Canonical writes the id in small letters with dashes.
func (ClientIdentifierRule) Canonical(text string) (string, error) {
	id, err := dhcp.ParseClientID(text)
	if err != nil {
		return "", err
	}
	return id.String(), nil
}

// ScopeState is Active or Inactive in any case; Windows itself takes InActive and
// answers Inactive.
type ScopeState = Spelled[ScopeStateRule]

// ScopeStateRule reads a word without regard to case.
type ScopeStateRule struct{}

// Kind names the value.
func (ScopeStateRule) Kind() string { return "state" }

// Canonical writes the word as Windows answers it.
func (ScopeStateRule) Canonical(text string) (string, error) {
	return oneWord(text, "Active", "Inactive")
}

// ScopeType is Dhcp, Bootp or Both in any case.
type ScopeType = Spelled[ScopeTypeRule]

// ScopeTypeRule reads a word without regard to case.
type ScopeTypeRule struct{}

// Kind names the value.
func (ScopeTypeRule) Kind() string { return "type" }

// Canonical writes the word as Windows answers it.
func (ScopeTypeRule) Canonical(text string) (string, error) {
	return oneWord(text, "Dhcp", "Bootp", "Both")
}

func oneWord(text string, words ...string) (string, error) {
	for _, w := range words {
		if strings.EqualFold(w, text) {
			return w, nil
		}
	}
	return "", fmt.Errorf("%q is not one of %s", text, strings.Join(words, ", "))
}

// FailoverMode is LoadBalance or HotStandby in any case.
type FailoverMode = Spelled[FailoverModeRule]

// FailoverModeRule reads a word without regard to case.
type FailoverModeRule struct{}

// Kind names the value.
func (FailoverModeRule) Kind() string { return "failover mode" }

// Canonical writes the word as Windows answers it.
func (FailoverModeRule) Canonical(text string) (string, error) {
	return oneWord(text, "LoadBalance", "HotStandby")
}

// FailoverRole is Active or Standby in any case.
type FailoverRole = Spelled[FailoverRoleRule]

// FailoverRoleRule reads a word without regard to case.
type FailoverRoleRule struct{}

// Kind names the value.
func (FailoverRoleRule) Kind() string { return "server role" }

// Canonical writes the word as Windows answers it.
func (FailoverRoleRule) Canonical(text string) (string, error) {
	return oneWord(text, "Active", "Standby")
}
