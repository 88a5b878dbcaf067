package sitevalues

import (
	"cmp"
	"fmt"
	"slices"
)

// Severity says whether a finding keeps a cluster from having a payload.
type Severity string

// The two severities.
const (
	Error   Severity = "error"
	Warning Severity = "warning"
)

// Code names a kind of finding. Tools compare it; people read the message.
type Code string

// The codes about files.
const (
	IgnoredFile       Code = "IGNORED_FILE"
	AmbiguousFile     Code = "AMBIGUOUS_FILE"
	YAMLInvalid       Code = "YAML_INVALID"
	YAMLMultiDocument Code = "YAML_MULTI_DOCUMENT"
	YAMLNotAMap       Code = "YAML_NOT_A_MAP"
	YAMLDuplicateKey  Code = "YAML_DUPLICATE_KEY"
)

// The codes about one cluster's merged values.
const (
	LayerInvalid                    Code = "LAYER_INVALID"
	RequiredField                   Code = "REQUIRED_FIELD"
	UnknownField                    Code = "UNKNOWN_FIELD"
	InvalidType                     Code = "INVALID_TYPE"
	InvalidIPv4                     Code = "INVALID_IPV4"
	InvalidMask                     Code = "INVALID_MASK"
	NotNetworkAddress               Code = "NOT_NETWORK_ADDRESS"
	NameTooLong                     Code = "NAME_TOO_LONG"
	RangeOutsideSubnet              Code = "RANGE_OUTSIDE_SUBNET"
	RangeReversed                   Code = "RANGE_REVERSED"
	RangeIncludesNetworkOrBroadcast Code = "RANGE_INCLUDES_NETWORK_OR_BROADCAST"
	ExclusionReversed               Code = "EXCLUSION_REVERSED"
	ExclusionOutsideSubnet          Code = "EXCLUSION_OUTSIDE_SUBNET"
	ExclusionOverlap                Code = "EXCLUSION_OVERLAP"
	ExclusionOrder                  Code = "EXCLUSION_ORDER"
	MissingGateway                  Code = "MISSING_GATEWAY"
	GatewayOutsideSubnet            Code = "GATEWAY_OUTSIDE_SUBNET"
	GatewayNotHostAddress           Code = "GATEWAY_NOT_HOST_ADDRESS"
	GatewayInRange                  Code = "GATEWAY_IN_RANGE"
	DNSServersEmpty                 Code = "DNS_SERVERS_EMPTY"
	DNSDuplicate                    Code = "DNS_DUPLICATE"
	DNSDomainInvalid                Code = "DNS_DOMAIN_INVALID"
	LeaseDurationInvalid            Code = "LEASE_DURATION_INVALID"
	MissingDescription              Code = "MISSING_DESCRIPTION"
	FailoverEmptyMap                Code = "FAILOVER_EMPTY_MAP"
	FailoverRequiredField           Code = "FAILOVER_REQUIRED_FIELD"
	FailoverModeInvalid             Code = "FAILOVER_MODE_INVALID"
	FailoverRoleInvalid             Code = "FAILOVER_ROLE_INVALID"
	FailoverPercentRange            Code = "FAILOVER_PERCENT_RANGE"
	FailoverMinutesInvalid          Code = "FAILOVER_MINUTES_INVALID"
	APIURLInvalid                   Code = "API_URL_INVALID"
	APIURLTrailingSlash             Code = "API_URL_TRAILING_SLASH"
	InvalidDNSLabel                 Code = "INVALID_DNS_LABEL"
)

// The codes about several clusters together.
const (
	DuplicateNetwork    Code = "DUPLICATE_NETWORK"
	OverlappingNetworks Code = "OVERLAPPING_NETWORKS"
	FailoverConflict    Code = "FAILOVER_CONFLICT"
)

// warnings lists the codes that do not keep a cluster from having a payload.
var warnings = map[Code]bool{
	IgnoredFile: true, UnknownField: true, ExclusionOrder: true, MissingGateway: true,
	GatewayNotHostAddress: true, DNSDuplicate: true, MissingDescription: true,
	FailoverEmptyMap: true, APIURLTrailingSlash: true, FailoverConflict: true,
}

// Severity returns the severity that every finding of this code has.
func (c Code) Severity() Severity {
	if warnings[c] {
		return Warning
	}
	return Error
}

// Finding is one thing that is wrong, or looks wrong, in a tree of values files.
type Finding struct {
	Severity Severity
	Code     Code
	// Field is the path of the field, such as dhcp_values.dns.servers[1]. It is empty
	// when the finding is about a whole file.
	Field string
	// Message says for people what is wrong and what to write instead.
	Message string
	// Cluster is the key of the cluster whose merged values are meant. It is empty for
	// findings about a file.
	Cluster string
	// File is the path of the file to look at: for a merged value, the strongest layer
	// that sets it.
	File string
	// Line is the line in File, counted from 1.
	Line int
}

// sortFindings sorts by file, severity, code and field, as bytes. Findings of one
// cluster are sorted before their files are known to them all, so only findings
// about files have a file that counts.
func sortFindings(findings []Finding) {
	slices.SortFunc(findings, func(a, b Finding) int {
		return cmp.Or(
			cmp.Compare(aboutFile(a), aboutFile(b)),
			cmp.Compare(a.Severity, b.Severity),
			cmp.Compare(a.Code, b.Code),
			cmp.Compare(a.Field, b.Field),
		)
	})
}

func aboutFile(f Finding) string {
	if f.Cluster != "" {
		return ""
	}
	return f.File
}

// String writes the finding on one line that starts with its place.
func (f Finding) String() string {
	field := ""
	if f.Field != "" {
		field = " " + f.Field
	}
	return fmt.Sprintf("%s:%d: %s%s: %s", f.File, f.Line, f.Code, field, f.Message)
}
