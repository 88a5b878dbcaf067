package windows

import (
	"slices"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/windows/script"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/windows/winrm"
)

// hopping are the cmdlets that have the server log on to another machine under the
// caller's identity: to the failover partner, or to a domain controller.
var hopping = map[string]bool{
	"Add-DhcpServerv4Failover": true, "Set-DhcpServerv4Failover": true, "Remove-DhcpServerv4Failover": true,
	"Add-DhcpServerv4FailoverScope": true, "Remove-DhcpServerv4FailoverScope": true, "Invoke-DhcpServerv4FailoverReplication": true,
	"Add-DhcpServerInDC": true, "Get-DhcpServerInDC": true, "Remove-DhcpServerInDC": true,
}

// hops tells whether programs need a logon that reaches another machine than the one that
// runs them. computer is the DHCP server that they are for, "" for the same machine.
func hops(programs []script.Program, computer string) bool {
	return computer != "" || slices.ContainsFunc(programs, func(p script.Program) bool {
		for _, step := range p.Steps {
			if hopping[step.Cmdlet] {
				return true
			}
		}
		return false
	})
}

// encode writes a request: under the logon of the session, or under the one configured for
// what needs the hop.
func (c *Client) encode(programs []script.Program, computer string) (stdin []byte, nonce string, err error) {
	if c.config.Hop != nil && hops(programs, computer) {
		return c.config.Hop.Encode(programs, computer)
	}
	return script.Encode(programs, computer)
}

const (
	adviceTask = "Nothing was changed. The user needs the right to log on as a batch job on this server (Local Security Policy, User Rights Assignment), " +
		"and the Task Scheduler must run; the guide to failover tells what delegation = \"scheduled_task\" needs."
	adviceEndpoint = "Nothing was changed. Look at the session configuration on this server (`Get-PSSessionConfiguration`): the user needs the right to use it, " +
		"and it must run in FullLanguage; the guide to failover tells how to make one."
)

// hopError says why the logon for the hop could not be made, or that its answer is lost.
func (c *Client) hopError(result winrm.Result) *Error {
	cause := script.DecodeHop(result.Stdout)
	what, advice := "the scheduled task that reaches the partner", adviceTask
	if c.config.Hop != nil && c.config.Hop.Endpoint != "" {
		what, advice = "the session configuration "+c.config.Hop.Endpoint, adviceEndpoint
	}
	e := &Error{Kind: KindDoubleHop, Server: c.config.Server, ID: cause.ID, Cmdlet: cause.Cmdlet, Err: cause, whole: true,
		Message: what + " could not be used: " + cause.Message, Advice: advice}
	if result.ExitCode == script.ExitHopLost {
		e.Kind, e.lost, e.Advice = KindProtocol, true, ""
		e.Message = what + " was started, and its answer did not come: " + cause.Message
	}
	return e
}
