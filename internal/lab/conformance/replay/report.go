package replay

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"text/tabwriter"
)

// reportFormat is the version of the report's form.
const reportFormat = 1

// What became of a case.
const (
	Agreed    = "agreed"
	Different = "different"
	NotTried  = "not tried"
)

// Report is what a run found out. It holds no name, address or message of a server, so
// that it can be shown to others.
type Report struct {
	Format    int            `json:"format"`
	Server    ServerVersions `json:"server"`
	Servers   int            `json:"servers"`
	Delegated bool           `json:"delegated"` // the logon reached the second server
	Lab       bool           `json:"lab"`       // it was the lab, not a real server
	Agreed    int            `json:"agreed"`
	Different int            `json:"different"`
	NotTried  int            `json:"not_tried"`
	Cases     []Outcome      `json:"cases"`
}

// ServerVersions says what software answered.
type ServerVersions struct {
	DHCP       string `json:"dhcp"` // 10.0 from Windows Server 2016 on
	PowerShell string `json:"powershell"`
	Module     string `json:"module"` // of the PowerShell module DhcpServer
}

// Outcome is what became of one case. Step counts from 0; Expected and Got are in the words
// of the case.
type Outcome struct {
	Case     string `json:"case"`
	Grade    string `json:"grade"`
	Outcome  string `json:"outcome"`
	Reason   string `json:"reason,omitempty"` // why it was not tried
	Step     int    `json:"step,omitempty"`
	Call     string `json:"call,omitempty"`
	Expected string `json:"expected,omitempty"`
	Got      string `json:"got,omitempty"`
}

func (r *Report) add(o Outcome) {
	r.Cases = append(r.Cases, o)
	switch o.Outcome {
	case Agreed:
		r.Agreed++
	case Different:
		r.Different++
	default:
		r.NotTried++
	}
}

// WriteJSON writes the report for a program to read.
func (r *Report) WriteJSON(w io.Writer) error {
	encoder := json.NewEncoder(w)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	return encoder.Encode(r)
}

// WriteTable writes the report for a human to read: the counts of each area, the reasons
// why cases were not tried, and each difference.
func (r *Report) WriteTable(w io.Writer) error {
	counts, reasons := map[string]*Report{}, map[string]int{}
	for _, o := range r.Cases {
		area, _, _ := strings.Cut(o.Case, "/")
		if counts[area] == nil {
			counts[area] = &Report{}
		}
		counts[area].add(o)
		if o.Outcome == NotTried {
			reasons[o.Reason]++
		}
	}
	var rows strings.Builder
	line := func(area string, n *Report) {
		fmt.Fprintf(&rows, "%s\t%d\t%d\t%d\t\n", area, n.Agreed, n.Different, n.NotTried)
	}
	rows.WriteString("area\tagreed\tdifferent\tnot tried\t\n")
	for _, area := range slices.Sorted(maps.Keys(counts)) {
		line(area, counts[area])
	}
	line("all", r)
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	if _, err := io.WriteString(table, rows.String()); err != nil {
		return err
	}
	if err := table.Flush(); err != nil {
		return err
	}
	var b strings.Builder
	if len(reasons) > 0 {
		b.WriteString("\nNot tried:\n")
	}
	byCount := slices.SortedFunc(maps.Keys(reasons), func(a, b string) int {
		return cmp.Or(cmp.Compare(reasons[b], reasons[a]), cmp.Compare(a, b))
	})
	for _, reason := range byCount {
		fmt.Fprintf(&b, "%5d  %s\n", reasons[reason], reason)
	}
	for _, o := range r.Cases {
		if o.Outcome == Different {
			fmt.Fprintf(&b, "\nDifferent: %s (known by %s), step %d: %s\n  expected %s\n  got      %s\n", o.Case, o.Grade, o.Step, o.Call, o.Expected, o.Got)
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}
