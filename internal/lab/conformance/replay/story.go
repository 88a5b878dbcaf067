package replay

import (
	"fmt"
	"slices"
	"strings"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/lab/conformance"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/lab/model"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/windows"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/windows/cmdlet"
)

// story is a case as it is played on the servers.
type story struct {
	*Runner
	*mover
	scenes []scene
}

// scene is one step: a call, or a wait until relationships are in order.
type scene struct {
	step  int
	want  conformance.Expect
	on    *windows.Client
	call  cmdlet.Call
	waits bool
	// before is what the same listing held before the case began.
	before model.Result
}

// prepare makes a story of a case; reason says why it cannot be played here.
func (r *Runner) prepare(c conformance.Case) (s *story, reason string) {
	m, reason := newMover(c, r.Blocks, r.Prefix, r.PartnerName)
	if reason != "" {
		return nil, reason
	}
	s = &story{Runner: r, mover: m}
	stage := stage{delegated: map[string]bool{}}
	for i, step := range c.Steps {
		sc, reason := s.prepareStep(step, &stage)
		if reason != "" {
			return nil, reason
		}
		if sc != nil {
			sc.step = i
			s.scenes = append(s.scenes, *sc)
		}
	}
	return s, ""
}

// stage is what a case has set up so far.
type stage struct {
	delegated map[string]bool // by server
	related   int             // relationships that were made
}

func (s *story) prepareStep(step conformance.Step, on *stage) (*scene, string) {
	server := s.Server
	if step.Server == "DHCP2" {
		server = s.Partner
	}
	if server == nil {
		return nil, "it takes two servers"
	}
	if step.Event != "" {
		return s.prepareEvent(step, on)
	}
	if reason := s.presumes(step, on); reason != "" {
		return nil, reason
	}
	call, err := s.newCall(step)
	if err != nil {
		return nil, "the provider cannot make such a call"
	}
	if reason := s.confined(call.Cmdlet, call.Args); reason != "" {
		return nil, reason
	}
	if step.Cmdlet == "Add-DhcpServerv4Failover" {
		on.related++
	}
	return &scene{want: step.Expect, on: server, call: call}, ""
}

func (s *story) prepareEvent(step conformance.Step, on *stage) (*scene, string) {
	switch {
	case step.Event == "logon":
		on.delegated[step.Server], _ = step.Args["delegated"].(bool)
		return nil, ""
	case step.Event == "pass" && on.related > 0:
		return &scene{waits: true}, ""
	case step.Event == "pass":
		return nil, "it waits for hours to go by"
	}
	return nil, fmt.Sprintf("only the lab can make happen what it needs: %s", step.Event)
}

// reaching are the cmdlets by which one server logs on to the other.
var reaching = []string{
	"Add-DhcpServerv4Failover", "Add-DhcpServerv4FailoverScope", "Set-DhcpServerv4Failover", "Remove-DhcpServerv4Failover",
	"Remove-DhcpServerv4FailoverScope", "Invoke-DhcpServerv4FailoverReplication",
}

// A server takes 31 relationships, and answers noRelationships where it has none at all.
const (
	manyRelationships = 20
	noRelationships   = "WIN32 2"
)

// presumes tells what a step takes for granted that does not hold here.
func (s *story) presumes(step conformance.Step, on *stage) string {
	if step.Expect.Error != nil && len(step.Expect.Rows) > 0 {
		return "it compares objects and an error of one call, of which the provider reports the error"
	}
	if slices.Contains(reaching, step.Cmdlet) {
		switch failed := step.Expect.Error; {
		case s.others.related && (on.related >= manyRelationships || failed != nil && failed.ID == noRelationships):
			return "it takes servers without relationships of their own"
		case s.Partner == nil:
			return "it takes two servers"
		case on.delegated[step.Server] && !s.Delegated:
			return "it takes a logon that reaches the partner, as with delegation"
		case !on.delegated[step.Server] && s.Delegated:
			return "it shows a logon that does not reach the partner, and this one does"
		}
	}
	named := ""
	look := func(t string) {
		if t == "192.0.2.11" || strings.EqualFold(t, "DHCP1") || strings.EqualFold(t, "DHCP2") || strings.Contains(t, ".lab.example") {
			named = "it compares the names of the lab's servers"
		}
	}
	eachText(step.Args, look)
	for _, row := range step.Expect.Rows {
		eachText(row, look)
	}
	return named
}
