package sitevalues

import (
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/types"

	values "github.com/dhcp-as-code/terraform-provider-dhcp/internal/sitevalues"
)

// dataSourceModel is the state of data.dhcp_site_values.
type dataSourceModel struct {
	Root       types.String             `tfsdk:"root"`
	Layers     []string                 `tfsdk:"layers"`
	Include    []string                 `tfsdk:"include"`
	Exclude    []string                 `tfsdk:"exclude"`
	FailOn     types.String             `tfsdk:"fail_on"`
	Scopes     map[string]scopeModel    `tfsdk:"scopes"`
	Failovers  map[string]failoverModel `tfsdk:"failovers"`
	Payloads   map[string]string        `tfsdk:"payloads"`
	Findings   []findingModel           `tfsdk:"findings"`
	ReportJSON types.String             `tfsdk:"report_json"`
}

type scopeModel struct {
	Name          string           `tfsdk:"name"`
	Network       string           `tfsdk:"network"`
	SubnetMask    string           `tfsdk:"subnet_mask"`
	StartRange    string           `tfsdk:"start_range"`
	EndRange      string           `tfsdk:"end_range"`
	LeaseDuration string           `tfsdk:"lease_duration"`
	Description   string           `tfsdk:"description"`
	Gateway       *string          `tfsdk:"gateway"`
	DNSServers    []string         `tfsdk:"dns_servers"`
	DNSDomain     *string          `tfsdk:"dns_domain"`
	Exclusions    []exclusionModel `tfsdk:"exclusions"`
}

type exclusionModel struct {
	StartAddress string `tfsdk:"start_address"`
	EndAddress   string `tfsdk:"end_address"`
}

type failoverModel struct {
	Name                string   `tfsdk:"name"`
	PartnerServer       string   `tfsdk:"partner_server"`
	ScopeIDs            []string `tfsdk:"scope_ids"`
	Mode                string   `tfsdk:"mode"`
	ServerRole          *string  `tfsdk:"server_role"`
	ReservePercent      *int64   `tfsdk:"reserve_percent"`
	LoadBalancePercent  *int64   `tfsdk:"load_balance_percent"`
	MaxClientLeadTime   string   `tfsdk:"max_client_lead_time"`
	StateSwitchInterval *string  `tfsdk:"state_switch_interval"`
	AutoStateTransition bool     `tfsdk:"auto_state_transition"`
}

type findingModel struct {
	Severity string `tfsdk:"severity"`
	Code     string `tfsdk:"code"`
	Cluster  string `tfsdk:"cluster"`
	File     string `tfsdk:"file"`
	Line     int64  `tfsdk:"line"`
	Field    string `tfsdk:"field"`
	Message  string `tfsdk:"message"`
}

func (m *dataSourceModel) fromResult(result *values.Result, groups map[string]*values.Relationship) {
	m.Scopes, m.Payloads, m.Failovers = map[string]scopeModel{}, map[string]string{}, map[string]failoverModel{}
	for _, c := range result.Clusters {
		if c.Payload != nil {
			m.Scopes[c.Key] = newScope(c.Payload)
			m.Payloads[c.Key] = c.Payload.JSON()
		}
	}
	for name, group := range groups {
		m.Failovers[name] = newFailover(group)
	}
	m.Findings = []findingModel{}
	for _, f := range result.AllFindings() {
		m.Findings = append(m.Findings, findingModel{
			Severity: string(f.Severity), Code: string(f.Code), Cluster: f.Cluster,
			File: f.File, Line: int64(f.Line), Field: f.Field, Message: f.Message,
		})
	}
	m.ReportJSON = types.StringValue(result.Report().JSON())
}

func newScope(p *values.Payload) scopeModel {
	m := scopeModel{
		Name: p.ScopeName, Network: p.Network, SubnetMask: p.SubnetMask, StartRange: p.StartRange, EndRange: p.EndRange,
		LeaseDuration: fmt.Sprintf("%dd", p.LeaseDurationDays), Description: p.Description, Gateway: p.Gateway,
		DNSServers: p.DNSServers, DNSDomain: orNull(p.DNSDomain), Exclusions: []exclusionModel{},
	}
	for _, e := range p.Exclusions {
		m.Exclusions = append(m.Exclusions, exclusionModel{StartAddress: e.StartAddress, EndAddress: e.EndAddress})
	}
	return m
}

// newFailover leaves out what the mode does not use: the resource refuses it.
func newFailover(r *values.Relationship) failoverModel {
	m := failoverModel{
		Name: r.RelationshipName, PartnerServer: r.PartnerServer, ScopeIDs: r.Networks, Mode: r.Mode,
		MaxClientLeadTime: minutes(r.MaxClientLeadTimeMinutes), AutoStateTransition: r.AutoStateTransition,
	}
	if r.Mode == values.HotStandby {
		m.ServerRole, m.ReservePercent = &r.ServerRole, &r.ReservePercent
	} else {
		m.LoadBalancePercent = &r.LoadBalancePercent
	}
	if interval := r.StateSwitchIntervalMinutes; interval != nil {
		text := minutes(*interval)
		m.StateSwitchInterval = &text
	}
	return m
}

func minutes(n int64) string { return fmt.Sprintf("%dm", n) }

func orNull(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}
