package replay

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/windows"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/windows/cmdlet"
)

// trace is an object on a server that bears the marks of a run, and the call that removes it.
type trace struct {
	object string
	remove cmdlet.Call
}

// kind is a kind of object of which a run may leave some behind.
type kind struct {
	list cmdlet.Call
	// trace makes the removal of an object; ok is false when it is none of the run's.
	trace func(r *Runner, row windows.Row) (t trace, ok bool)
	v6    bool
}

// kinds are in the order of removal: first what holds other things fast.
var kinds = []kind{
	{list: listing("v4Failover", "Name"), trace: byName("v4Failover", "Name", "relationship", "Force")},
	{list: listing("v4Scope", "ScopeId"), trace: byAddress("v4Scope", "ScopeId", "scope")},
	{list: listing("v6Scope", "Prefix"), trace: byAddress("v6Scope", "Prefix", "scope"), v6: true},
	{list: listing("v4Superscope", "SuperscopeName"), trace: byName("v4Superscope", "SuperscopeName", "superscope", "")},
	{list: definitions("v4"), trace: definitionTrace("v4")},
	{list: definitions("v6"), trace: definitionTrace("v6"), v6: true},
	{list: listing("v4Class", "Name", "Type"), trace: classTrace("v4")},
	{list: listing("v6Class", "Name", "Type"), trace: classTrace("v6"), v6: true},
	{list: listing("v4Filter", "MacAddress"), trace: filterTrace},
}

func listing(noun string, columns ...string) cmdlet.Call {
	return cmdlet.Call{Cmdlet: "Get-DhcpServer" + noun, Take: columns}
}

func definitions(family string) cmdlet.Call {
	call := listing(family+"OptionDefinition", "OptionId", "Name", "VendorClass")
	call.Args = cmdlet.Args{"All": cmdlet.Switch()}
	return call
}

func removal(noun string, args cmdlet.Args, force bool) cmdlet.Call {
	if force {
		args["Force"] = cmdlet.Switch()
	}
	return cmdlet.Call{Cmdlet: "Remove-DhcpServer" + noun, Args: args, Whole: true}
}

// byName removes the objects whose names have the prefix.
func byName(noun, column, object, force string) func(*Runner, windows.Row) (trace, bool) {
	return func(r *Runner, row windows.Row) (trace, bool) {
		name := row.Text(column)
		return trace{object + " " + name, removal(noun, cmdlet.Args{column: cmdlet.Text(name)}, force != "")}, strings.HasPrefix(name, r.Prefix)
	}
}

// byAddress removes the objects that stand in the block.
func byAddress(noun, column, object string) func(*Runner, windows.Row) (trace, bool) {
	return func(r *Runner, row windows.Row) (trace, bool) {
		a := row.Addr(column)
		return trace{object + " " + a.String(), removal(noun, cmdlet.Args{column: cmdlet.Text(a.String())}, true)}, r.Blocks.holds(a)
	}
}

func definitionTrace(family string) func(*Runner, windows.Row) (trace, bool) {
	return func(r *Runner, row windows.Row) (trace, bool) {
		args := cmdlet.Args{"OptionId": cmdlet.Number(row.Number("OptionId"))}
		class := row.Text("VendorClass")
		if class != "" {
			args["VendorClass"] = cmdlet.Text(class)
		}
		ours := strings.HasPrefix(row.Text("Name"), r.Prefix) || strings.HasPrefix(class, r.Prefix)
		return trace{fmt.Sprintf("definition of option %d (%s)", row.Number("OptionId"), row.Text("Name")), removal(family+"OptionDefinition", args, false)}, ours
	}
}

func classTrace(family string) func(*Runner, windows.Row) (trace, bool) {
	return func(r *Runner, row windows.Row) (trace, bool) {
		name := row.Text("Name")
		args := cmdlet.Args{"Name": cmdlet.Text(name), "Type": cmdlet.Text(row.Text("Type"))}
		return trace{"class " + name, removal(family+"Class", args, false)}, strings.HasPrefix(name, r.Prefix)
	}
}

// filterTrace removes the hardware addresses that calls of the run have put in.
func filterTrace(r *Runner, row windows.Row) (trace, bool) {
	mac := row.Text("MacAddress")
	return trace{"filter " + mac, removal("v4Filter", cmdlet.Args{"MacAddress": cmdlet.Text(mac)}, false)},
		slices.ContainsFunc(r.filters, func(f string) bool { return bareMAC(f) == bareMAC(mac) })
}

// traces looks for objects of a run on a server.
func (r *Runner) traces(ctx context.Context, client *windows.Client) ([]trace, error) {
	var looked []kind
	var calls []cmdlet.Call
	for _, k := range kinds {
		if !k.v6 || r.Blocks.V6.IsValid() {
			looked, calls = append(looked, k), append(calls, k.list)
		}
	}
	answers, err := client.RunCalls(ctx, calls)
	if err != nil {
		return nil, err
	}
	var found []trace
	for i, a := range answers {
		if a.Err != nil {
			return nil, a.Err
		}
		for _, row := range a.Rows {
			if t, ours := looked[i].trace(r, row); ours {
				found = append(found, t)
			}
		}
	}
	return found, nil
}

// sweeps is how often the removal is tried: what holds another thing fast may be gone only
// with the first time.
const sweeps = 3

// sweep removes everything that the run has made on its servers. Its error names what is
// left.
func (r *Runner) sweep(ctx context.Context) error {
	var errs []error
	for _, client := range []*windows.Client{r.Server, r.Partner} {
		if client != nil {
			errs = append(errs, r.sweepServer(ctx, client))
		}
	}
	r.filters = nil
	return errors.Join(errs...)
}

func (r *Runner) sweepServer(ctx context.Context, client *windows.Client) error {
	var found []trace
	var err error
	for range sweeps {
		if found, err = r.traces(ctx, client); err != nil || len(found) == 0 {
			break
		}
		var calls []cmdlet.Call
		for _, t := range found {
			calls = append(calls, r.release(ctx, client, t)...)
		}
		if _, err = client.RunCalls(ctx, calls); err != nil {
			break
		}
	}
	if err == nil && len(found) > 0 {
		found, err = r.traces(ctx, client)
	}
	switch {
	case err != nil:
		return fmt.Errorf("%s: it is not known whether everything was removed: look for scopes in %s and for names that begin with %s: %w", client.Server(), r.Blocks, r.Prefix, err)
	case len(found) > 0:
		return fmt.Errorf("%s: not removed, and to be removed by hand: %s", client.Server(), describe(found))
	}
	return nil
}

// release is the removal of one object, preceded by what it takes: the scopes of a
// relationship leave it first.
func (r *Runner) release(ctx context.Context, client *windows.Client, t trace) []cmdlet.Call {
	if t.remove.Cmdlet != "Remove-DhcpServerv4Failover" {
		return []cmdlet.Call{t.remove}
	}
	name := t.remove.Args["Name"]
	look := cmdlet.Call{Cmdlet: "Get-DhcpServerv4Failover", Args: cmdlet.Args{"Name": name}, Take: []string{"ScopeId"}}
	answers, err := client.RunCalls(ctx, []cmdlet.Call{look})
	if err != nil || len(answers[0].Rows) == 0 || len(answers[0].Rows[0].Texts("ScopeId")) == 0 {
		return []cmdlet.Call{t.remove}
	}
	scopes := cmdlet.Texts(answers[0].Rows[0].Texts("ScopeId")...)
	return []cmdlet.Call{removal("v4FailoverScope", cmdlet.Args{"Name": name, "ScopeId": scopes}, true), t.remove}
}

func describe(found []trace) string {
	var names []string
	for _, t := range found {
		names = append(names, t.object)
	}
	return strings.Join(names, ", ")
}
