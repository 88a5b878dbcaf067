package failover_test

import (
	"context"
	"net/netip"
	"strings"
	"testing"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/acctest"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/lab"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/lab/model"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/lab/winrmserver"
)

// The action copies what another administrator changed on this server, all scopes of a
// relationship in one replication.
func TestReplicateAction(t *testing.T) {
	l := replicable(t, acctest.Delegated)
	p := l.Protocol()
	if _, diags := p.Invoke(t, "dhcp_failover_replicate", map[string]any{"failover_name": "pair", "scope_ids": []any{"10.9.0.0"}}); !strings.Contains(acctest.Messages(diags), "10.9.0.0 is not in the relationship") {
		t.Errorf("a foreign scope: %s", acctest.Messages(diags))
	}
	progress, diags := p.Invoke(t, "dhcp_failover_replicate", map[string]any{"failover_name": "pair"})
	if len(diags) > 0 || len(progress) != 1 {
		t.Fatalf("%q %s", progress, acctest.Messages(diags))
	}
	if got, want := partnerScopes(l), "10.1.0.0 [10.0.0.53], 10.2.0.0 [10.0.0.53]"; got != want {
		t.Errorf("the partner has %s, not %s", got, want)
	}
	if got := replications(l); got != 1 {
		t.Errorf("%d replications for a relationship", got)
	}
	_, diags = p.Invoke(t, "dhcp_failover_replicate", map[string]any{"failover_name": "pair", "scope_ids": []any{"10.1.0.0", "10.2.0.0"}})
	if got := replications(l); len(diags) > 0 || got > 3 {
		t.Errorf("%d more replications for two scopes: %s", got-1, acctest.Messages(diags))
	}
}

// A Terraform that knows actions runs it after a change of the resource that triggers it.
func TestAccReplicateAction(t *testing.T) {
	t.Parallel()
	terraform := acctest.TerraformFrom(t, "1.14.0")
	l := acctest.Windows(t, lab.Options{Servers: 2, WinRM: acctest.Delegated})
	scope := netip.MustParseAddr("10.1.0.0")
	l.By("Add-DhcpServerv4Scope", model.Params{
		"Name": "Site", "StartRange": netip.MustParseAddr("10.1.0.10"), "EndRange": netip.MustParseAddr("10.1.0.99"), "SubnetMask": netip.MustParseAddr("255.255.255.0"),
	})
	l.By("Add-DhcpServerv4Failover", model.Params{"Name": "pair", "PartnerServer": "DHCP2", "ScopeId": []netip.Addr{scope}, "Force": true})
	l.By("Set-DhcpServerv4OptionValue", model.Params{"ScopeId": scope, "OptionId": int64(6), "Value": []string{"10.0.0.53"}, "Force": true})
	w := acctest.NewWorkspaceOf(t, terraform, l.Config(`
action "dhcp_failover_replicate" "pair" {
  config {
    failover_name = "pair"
  }
}

resource "terraform_data" "change" {
  lifecycle {
    action_trigger {
      events  = [after_create]
      actions = [action.dhcp_failover_replicate.pair]
    }
  }
}
`))
	out := w.Apply(context.Background())
	if got, want := partnerScopes(l), "10.1.0.0 [10.0.0.53]"; got != want {
		t.Errorf("the partner has %s, not %s\n%s", got, want, out)
	}
}

// Every way to delegate reaches the partner over WinRM, and none without one.
func TestReplicateActionByDelegation(t *testing.T) {
	for name, block := range map[string]map[string]any{
		"none":           {},
		"credssp":        {"delegation": "credssp", "credssp": map[string]any{"unverified": true}},
		"scheduled task": {"delegation": "scheduled_task"},
		"endpoint":       {"delegation": "endpoint", "delegation_endpoint": lab.Endpoint},
	} {
		l := replicable(t, nil)
		_, diags := l.Protocol(block).Invoke(t, "dhcp_failover_replicate", map[string]any{"failover_name": "pair"})
		if got := acctest.Messages(diags); (got == "") == (name == "none") || name == "none" && !strings.Contains(got, "double hop") {
			t.Errorf("%s: %q", name, got)
		}
		for _, line := range l.Engine.CommandLines() {
			if strings.Contains(line, lab.Password) {
				t.Errorf("%s: the password stands on a command line", name)
			}
		}
	}
}

// replicable is a pair with a relationship whose scopes have changed on this server only.
func replicable(t *testing.T, options func(*winrmserver.Options)) *acctest.WindowsLab {
	t.Helper()
	l := acctest.Windows(t, lab.Options{Servers: 2, WinRM: options})
	var ids []netip.Addr
	for _, n := range []string{"10.1.0", "10.2.0"} {
		ids = append(ids, netip.MustParseAddr(n+".0"))
		l.By("Add-DhcpServerv4Scope", model.Params{
			"Name": "Site", "StartRange": netip.MustParseAddr(n + ".10"), "EndRange": netip.MustParseAddr(n + ".99"), "SubnetMask": netip.MustParseAddr("255.255.255.0"),
		})
	}
	l.By("Add-DhcpServerv4Failover", model.Params{"Name": "pair", "PartnerServer": "DHCP2", "ScopeId": ids, "Force": true})
	for _, id := range ids {
		l.By("Set-DhcpServerv4OptionValue", model.Params{"ScopeId": id, "OptionId": int64(6), "Value": []string{"10.0.0.53"}, "Force": true})
	}
	return l
}

func replications(l *acctest.WindowsLab) int {
	n := 0
	for _, c := range l.Engine.Calls() {
		if c.Cmdlet == "Invoke-DhcpServerv4FailoverReplication" {
			n++
		}
	}
	return n
}
