package sitevalues

import (
	"cmp"
	"slices"
)

// Report is a result in the form that tools read.
type Report struct {
	Clusters map[string]ReportedCluster `json:"clusters"`
	Findings []ReportedFinding          `json:"findings"`
}

// ReportedCluster is one cluster of a report. Its payload is null when a finding is an
// error.
type ReportedCluster struct {
	Payload  *Payload          `json:"payload"`
	Findings []ReportedFinding `json:"findings"`
}

// ReportedFinding is a finding of a report.
type ReportedFinding struct {
	Severity Severity `json:"severity"`
	Code     Code     `json:"code"`
	Field    string   `json:"field"`
	File     string   `json:"file"`
	Line     int      `json:"line"`
	Message  string   `json:"message"`
}

// Report returns the result in the form that tools read.
func (r *Result) Report() Report {
	report := Report{Clusters: map[string]ReportedCluster{}, Findings: reported(r.Findings)}
	for _, c := range r.Clusters {
		report.Clusters[c.Key] = ReportedCluster{Payload: c.Payload, Findings: reported(c.Findings)}
	}
	return report
}

// JSON returns the report, indented.
func (r Report) JSON() string { return marshal(r, "  ") }

func reported(findings []Finding) []ReportedFinding {
	out := []ReportedFinding{}
	for _, f := range findings {
		out = append(out, ReportedFinding{f.Severity, f.Code, f.Field, f.File, f.Line, f.Message})
	}
	return out
}

// AllFindings returns the findings about files and those of the clusters in one list,
// sorted by file, line, code, field and cluster.
func (r *Result) AllFindings() []Finding {
	all := slices.Clone(r.Findings)
	for _, c := range r.Clusters {
		all = append(all, c.Findings...)
	}
	sortByPlace(all)
	return all
}

func sortByPlace(findings []Finding) {
	slices.SortFunc(findings, func(a, b Finding) int {
		return cmp.Or(
			cmp.Compare(a.File, b.File),
			cmp.Compare(a.Line, b.Line),
			cmp.Compare(a.Code, b.Code),
			cmp.Compare(a.Field, b.Field),
			cmp.Compare(a.Cluster, b.Cluster),
		)
	})
}
