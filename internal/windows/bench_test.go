package windows

import (
	"sync/atomic"
	"testing"
	"time"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/lab/engine"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/windows/winrm"
)

// A real server takes about 1.5 s to start PowerShell and 20 ms for a cmdlet. The
// benchmarks run ten times as fast, and a snapshot grows old ten times as fast.
const (
	faster       = 10
	processDelay = 1500 * time.Millisecond / faster
	cmdletDelay  = 20 * time.Millisecond / faster
)

// slowly makes the lab as slow as a server, and its client new: Terraform runs each walk
// in a process of its own.
func (l *lab) slowly(b *testing.B, options ...func(*Config)) {
	b.Helper()
	l.engine = engine.NewBuiltin(engine.Options{ProcessDelay: processDelay, CmdletDelay: cmdletDelay})
	l.repeats.Store(true)
	l.attach(b, append(options, func(c *Config) {
		c.Clock, c.SnapshotMaxAge = Clock{Now: time.Now, Sleep: sleep}, time.Minute/faster
	})...)
}

// singly makes a client of the old kind: a process for each operation.
func (l *lab) singly() {
	l.reads.most, l.reads.another, l.reads.linger = 1, 1, 0
	l.looks.most, l.looks.another, l.looks.linger = 1, 1, 0
	l.writes.most, l.writes.another, l.writes.linger = 1, 1, 0
}

func direct(c *Config) { c.ReadMode = ReadDirect }

// report tells how many processes and cmdlets a new client has cost.
func (l *lab) report(b *testing.B) {
	b.ReportMetric(float64(l.engine.Processes()), "processes")
	b.ReportMetric(float64(len(l.engine.Calls())), "cmdlets")
}

// BenchmarkPlan reads a server as a plan without changes does.
func BenchmarkPlan(b *testing.B) {
	for _, c := range []struct {
		name                          string
		scopes, options, reservations int
		walk                          int // scopes that are managed; 0 means everything
		singly                        bool
	}{
		{"1000 scopes", 1000, 0, 0, 0, false},
		{"100 scopes, a process each", 100, 0, 0, 0, true},
		{"1000 scopes 5000 reservations 2000 options", 1000, 2000, 5000, 0, false},
		{"3 scopes of 5000", 5000, 0, 0, 3, false},
	} {
		b.Run(c.name, func(b *testing.B) {
			l := newLab(b, 1)
			e := newEstate(b, l, c.scopes, c.options, c.reservations)
			if c.walk > 0 {
				e.scopes = e.scopes[:c.walk]
			}
			for b.Loop() {
				b.StopTimer()
				if c.singly {
					l.slowly(b, direct)
					l.singly()
				} else {
					l.slowly(b)
				}
				b.StartTimer()
				e.walk(b, l)
				l.report(b)
				b.ReportMetric(float64(l.count("Get-DhcpServerv4OptionValue")), "scopes-read")
			}
		})
	}
}

// BenchmarkApply makes scopes as an apply does, gathered and with a process each.
func BenchmarkApply(b *testing.B) {
	for _, c := range []struct {
		name   string
		singly bool
	}{{"200 scopes", false}, {"200 scopes, a process each", true}} {
		b.Run(c.name, func(b *testing.B) {
			for b.Loop() {
				b.StopTimer()
				l := newLab(b, 1)
				l.slowly(b)
				if c.singly {
					l.singly()
				}
				b.StartTimer()
				createAll(b, l, newScopes(200))
				l.report(b)
			}
		})
	}
}

// BenchmarkReplication changes an option in 100 scopes of one relationship.
func BenchmarkReplication(b *testing.B) {
	for b.Loop() {
		b.StopTimer()
		l := newLab(b, 2)
		ids := manyScopes(b, l, 100)
		newRelationship(b, l, ids)
		l.slowly(b)
		var batches atomic.Int64
		l.failing(func(cmd winrm.Command) fault {
			if !cmd.ReadOnly {
				batches.Add(1)
			}
			return sound
		})
		b.StartTimer()
		b.ReportMetric(float64(setDomains(b, l, ids)), "replications")
		b.ReportMetric(float64(batches.Load()), "batches")
		l.report(b)
	}
}
