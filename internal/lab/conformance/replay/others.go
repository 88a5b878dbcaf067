package replay

import (
	"context"
	"fmt"
	"sync"
	"time"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/lab/model"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/windows"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/windows/cmdlet"
)

// others is what is on the servers already and could be mistaken for an object of a case.
type others struct {
	definitions map[definition]origin
	filters     []string // hardware addresses without separators
	dnsSettings bool     // the DNS settings of the server are not the usual ones
	related     bool     // there are failover relationships
}

// definition is an option definition without a vendor class, of "v4" or "v6".
type definition struct {
	family string
	id     int64
}

type origin int

const (
	standard origin = iota + 1 // every server has it
	added                      // by somebody
)

// inspect looks at the servers before a run: what they are and hold, and that nothing of
// what the run will make is there already.
func (r *Runner) inspect(ctx context.Context) (ServerVersions, error) {
	var versions ServerVersions
	r.others = others{definitions: map[definition]origin{}}
	for _, client := range []*windows.Client{r.Server, r.Partner} {
		if client == nil {
			continue
		}
		info, err := client.ServerInfo(ctx)
		if err != nil {
			return versions, err
		}
		if !info.Ready {
			return versions, fmt.Errorf("%s cannot be used: %s", client.Server(), info.Reason)
		}
		if client == r.Server {
			versions = ServerVersions{DHCP: info.Version, PowerShell: info.PowerShell, Module: info.Module}
		}
		if err := r.inspectServer(ctx, client); err != nil {
			return versions, err
		}
	}
	return versions, nil
}

func (r *Runner) inspectServer(ctx context.Context, client *windows.Client) error {
	found, err := r.traces(ctx, client)
	switch {
	case err != nil:
		return err
	case len(found) > 0:
		return fmt.Errorf("%s has %s already: name another block with nothing in it, or another prefix; if an earlier run left them, remove them by hand", client.Server(), describe(found))
	}
	calls := []cmdlet.Call{
		listing("v4Scope", "ScopeId", "SubnetMask"), definitions("v4"), listing("v4Filter", "MacAddress"),
		listing("v4Failover", "Name"),
		listing("v4DnsSetting", "DynamicUpdates", "DeleteDnsRROnLeaseExpiry", "UpdateDnsRRForOlderClients", "NameProtection", "DisableDnsPtrRRUpdate"),
	}
	if r.Blocks.V6.IsValid() {
		calls = append(calls, definitions("v6"))
	}
	answers, err := client.RunCalls(ctx, calls)
	if err != nil {
		return err
	}
	for _, a := range answers {
		if a.Err != nil {
			return a.Err
		}
	}
	for _, row := range answers[0].Rows {
		if p, ok := masked(row.Addr("ScopeId"), row.Text("SubnetMask")); ok && p.Overlaps(r.Blocks.V4) {
			return fmt.Errorf("scope %s of %s lies over the block: name one with nothing in it", p, client.Server())
		}
	}
	r.noteDefinitions("v4", answers[1].Rows)
	for _, row := range answers[2].Rows {
		r.others.filters = append(r.others.filters, bareMAC(row.Text("MacAddress")))
	}
	r.others.related = r.others.related || len(answers[3].Rows) > 0
	for _, row := range answers[4].Rows {
		r.others.dnsSettings = r.others.dnsSettings || row.Text("DynamicUpdates") != "OnClientRequest" || !row.Flag("DeleteDnsRROnLeaseExpiry") ||
			row.Flag("UpdateDnsRRForOlderClients") || row.Flag("NameProtection") || row.Flag("DisableDnsPtrRRUpdate")
	}
	if r.Blocks.V6.IsValid() {
		r.noteDefinitions("v6", answers[5].Rows)
	}
	return nil
}

// noteDefinitions notes which options have a definition, and whether every server has it.
func (r *Runner) noteDefinitions(family string, rows []windows.Row) {
	for _, row := range rows {
		if row.Text("VendorClass") != "" {
			continue
		}
		d := definition{family, row.Number("OptionId")}
		r.others.definitions[d] = standard
		if !standards()[d] {
			r.others.definitions[d] = added
		}
	}
}

// standards are the definitions of a server that nobody has changed, which the lab's is.
var standards = sync.OnceValue(func() map[definition]bool {
	found := map[definition]bool{}
	server := model.NewWorld(1, time.Now()).Server("DHCP1")
	for _, family := range []string{"v4", "v6"} {
		for _, row := range server.Invoke(model.Logon{}, "Get-DhcpServer"+family+"OptionDefinition", nil).Rows {
			id, _ := row.Properties["OptionId"].(int64)
			found[definition{family, id}] = true
		}
	}
	return found
})
