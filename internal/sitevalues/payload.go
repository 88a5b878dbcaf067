package sitevalues

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
)

// Payload is a scope in canonical form. Marshalled, its keys stand in this order.
type Payload struct {
	ScopeName         string      `json:"scopeName"`
	Network           string      `json:"network"`
	SubnetMask        string      `json:"subnetMask"`
	StartRange        string      `json:"startRange"`
	EndRange          string      `json:"endRange"`
	LeaseDurationDays int64       `json:"leaseDurationDays"`
	Description       string      `json:"description"`
	Gateway           *string     `json:"gateway"`
	DNSServers        []string    `json:"dnsServers"`
	DNSDomain         string      `json:"dnsDomain"`
	Exclusions        []Exclusion `json:"exclusions"`
	Failover          *Failover   `json:"failover"`
}

// Exclusion is a range of addresses that the scope does not lease.
type Exclusion struct {
	StartAddress string `json:"startAddress"`
	EndAddress   string `json:"endAddress"`
}

// Failover is the relationship that the scope is in. What the mode does not use has the
// fixed value of the contract: role Active, percentages 0.
type Failover struct {
	RelationshipName           string `json:"relationshipName"`
	PartnerServer              string `json:"partnerServer"`
	Mode                       string `json:"mode"`
	ServerRole                 string `json:"serverRole"`
	ReservePercent             int64  `json:"reservePercent"`
	LoadBalancePercent         int64  `json:"loadBalancePercent"`
	MaxClientLeadTimeMinutes   int64  `json:"maxClientLeadTimeMinutes"`
	StateSwitchIntervalMinutes *int64 `json:"stateSwitchIntervalMinutes"`
	AutoStateTransition        bool   `json:"autoStateTransition"`
}

// The values that a failover has when the files do not say otherwise.
const (
	defaultReservePercent = 5
	defaultLeadMinutes    = 60
)

// newPayload reads merged values that have no errors.
func newPayload(values map[string]any) *Payload {
	m := values["dhcp_values"].(map[string]any)
	dns, _ := m["dns"].(map[string]any)
	p := &Payload{
		ScopeName: text(m, "scopeName"), Network: text(m, "network"), SubnetMask: text(m, "subnetMask"),
		StartRange: text(m, "startRange"), EndRange: text(m, "endRange"),
		LeaseDurationDays: number(m, "leaseDurationDays", 0),
		Description:       text(m, "description"),
		DNSServers:        []string{}, DNSDomain: text(dns, "domain"),
		Exclusions: exclusions(m),
		Failover:   failover(m),
	}
	if gateway := text(m, "gateway"); gateway != "" {
		p.Gateway = &gateway
	}
	servers, _ := dns["servers"].([]any)
	for _, server := range servers {
		p.DNSServers = append(p.DNSServers, server.(string))
	}
	return p
}

func exclusions(m map[string]any) []Exclusion {
	out := []Exclusion{}
	list, _ := m["exclusions"].([]any)
	for _, item := range list {
		e := item.(map[string]any)
		out = append(out, Exclusion{StartAddress: text(e, "startAddress"), EndAddress: text(e, "endAddress")})
	}
	slices.SortStableFunc(out, func(a, b Exclusion) int {
		left, _ := address(a.StartAddress)
		right, _ := address(b.StartAddress)
		return left.Compare(right)
	})
	return out
}

func failover(m map[string]any) *Failover {
	f, _ := m["failover"].(map[string]any)
	if len(f) == 0 {
		return nil
	}
	out := &Failover{
		RelationshipName: text(f, "relationshipName"), PartnerServer: text(f, "partnerServer"),
		Mode: text(f, "mode"), ServerRole: text(f, "serverRole"),
		MaxClientLeadTimeMinutes: number(f, "maxClientLeadTimeMinutes", defaultLeadMinutes),
	}
	if out.Mode == HotStandby {
		out.ReservePercent = number(f, "reservePercent", defaultReservePercent)
	} else {
		out.ServerRole = "Active"
		out.LoadBalancePercent = number(f, "loadBalancePercent", 0)
	}
	if _, there := f["stateSwitchIntervalMinutes"]; there {
		minutes := number(f, "stateSwitchIntervalMinutes", 0)
		out.StateSwitchIntervalMinutes = &minutes
	}
	out.AutoStateTransition, _ = f["autoStateTransition"].(bool)
	return out
}

func text(m map[string]any, key string) string {
	s, _ := m[key].(string)
	return s
}

func number(m map[string]any, key string, otherwise int64) int64 {
	if n, ok := whole(m[key]); ok {
		return n
	}
	return otherwise
}

// JSON returns the payload on one line, keys in order, characters as they are.
func (p *Payload) JSON() string { return marshal(p, "") }

func marshal(value any, indent string) string {
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", indent)
	if err := encoder.Encode(value); err != nil {
		// Only types of this package come here, and all of them can be encoded.
		panic(fmt.Sprintf("sitevalues: %v", err))
	}
	return string(bytes.TrimSuffix(b.Bytes(), []byte("\n")))
}
