package replay

import (
	"fmt"
	"net/netip"
	"slices"
	"strings"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/windows/cmdlet"
)

// confinement says what keeps the calls of a kind of cmdlets to objects of the run.
type confinement struct {
	// addresses and names are parameters of which any does: an address must lie in the
	// block, a name stands under the prefix.
	addresses, names []string
	// lists: without any of them, Get lists object by object, and those of others are left
	// out of the answer.
	lists bool
}

// confinements holds what is confined, by the noun behind DhcpServer. Calls of all other
// cmdlets read or change what belongs to the whole server and are never made.
var confinements = map[string]confinement{
	"v4Scope":                {addresses: []string{"ScopeId", "StartRange"}, lists: true},
	"v4ScopeStatistics":      {addresses: []string{"ScopeId"}, lists: true},
	"v4ExclusionRange":       {addresses: []string{"ScopeId"}, lists: true},
	"v4Reservation":          {addresses: []string{"ScopeId", "IPAddress"}},
	"v4Lease":                {addresses: []string{"ScopeId", "IPAddress"}, lists: true},
	"v4FreeIPAddress":        {addresses: []string{"ScopeId"}},
	"v4OptionValue":          {addresses: []string{"ScopeId", "ReservedIP"}},
	"v4OptionDefinition":     {names: []string{"VendorClass"}, lists: true},
	"v4Class":                {names: []string{"Name"}, lists: true},
	"v4Policy":               {addresses: []string{"ScopeId"}},
	"v4PolicyIPRange":        {addresses: []string{"ScopeId"}},
	"v4DnsSetting":           {addresses: []string{"ScopeId", "IPAddress"}},
	"v4Superscope":           {names: []string{"SuperscopeName"}, lists: true},
	"v4SuperscopeStatistics": {names: []string{"Name"}, lists: true},
	"v4Filter":               {lists: true},
	"v4Failover":             {names: []string{"Name"}, addresses: []string{"ScopeId"}, lists: true},
	"v4FailoverScope":        {names: []string{"Name"}},
	"v4FailoverReplication":  {names: []string{"Name"}, addresses: []string{"ScopeId"}},
	"v4IPRecord":             {addresses: []string{"ScopeId"}},
	"v6Scope":                {addresses: []string{"Prefix"}, lists: true},
	"v6ScopeStatistics":      {addresses: []string{"Prefix"}, lists: true},
	"v6ExclusionRange":       {addresses: []string{"Prefix"}, lists: true},
	"v6Reservation":          {addresses: []string{"Prefix", "IPAddress"}},
	"v6Lease":                {addresses: []string{"Prefix", "IPAddress"}},
	"v6FreeIPAddress":        {addresses: []string{"Prefix"}},
	"v6OptionValue":          {addresses: []string{"Prefix", "ReservedIP"}},
	"v6OptionDefinition":     {names: []string{"VendorClass"}, lists: true},
	"v6Class":                {names: []string{"Name"}, lists: true},
	"v6DnsSetting":           {addresses: []string{"Prefix", "IPAddress"}},
	"v6StatelessStore":       {addresses: []string{"Prefix"}},
}

// confined tells why a call must not be made, empty when it stays with objects of the run.
// Its arguments are those for the server.
func (r *Runner) confined(name string, args cmdlet.Args) string {
	verb, noun, _ := strings.Cut(name, "-DhcpServer")
	how, known := confinements[noun]
	switch {
	case strings.Contains(noun, "Multicast"):
		return "multicast scopes cannot be moved into a block"
	case !known:
		return "it reads or changes what belongs to the whole server"
	case strings.HasSuffix(noun, "OptionDefinition"):
		return r.confinedDefinition(verb, noun, args)
	case noun == "v4Filter":
		return r.confinedFilter(verb, args)
	case strings.HasSuffix(noun, "DnsSetting") && r.others.dnsSettings:
		return "scopes inherit the DNS settings of this server, which are not the usual ones"
	}
	given := false
	for _, parameter := range how.addresses {
		for _, text := range texts(args[parameter]) {
			given = true
			if a, err := netip.ParseAddr(text); err != nil || !r.Blocks.holds(a) {
				return fmt.Sprintf("its -%s lies outside the block", parameter)
			}
		}
	}
	for _, parameter := range how.names {
		for _, text := range texts(args[parameter]) {
			given = true
			if verb != "Get" && !strings.HasPrefix(text, r.Prefix) {
				return fmt.Sprintf("its -%s is an object of the server's own", parameter)
			}
		}
	}
	if !given && (verb != "Get" || !how.lists) {
		return "it reads or changes the level of the whole server"
	}
	return ""
}

// listsAll tells whether a call lists the objects of others with those of the run.
func listsAll(name string, args cmdlet.Args) bool {
	verb, noun, _ := strings.Cut(name, "-DhcpServer")
	return verb == "Get" && confinements[noun].lists && !slices.ContainsFunc(confinements[noun].addresses, func(p string) bool {
		return len(texts(args[p])) > 0
	})
}

// confinedDefinition keeps calls to definitions that the server does not have: they cannot
// be told apart by a name.
func (r *Runner) confinedDefinition(verb, noun string, args cmdlet.Args) string {
	if class := args["VendorClass"]; class.Kind() == cmdlet.KindText {
		if verb == "Get" || strings.HasPrefix(texts(class)[0], r.Prefix) {
			return ""
		}
		return "it changes a vendor class of the server's own"
	}
	for _, id := range numbers(args["OptionId"]) {
		if known := r.others.definitions[definition{noun[:2], id}]; known == added || known == standard && verb != "Get" {
			return fmt.Sprintf("the server has a definition of option %d already", id)
		}
	}
	return ""
}

// confinedFilter keeps calls to single hardware addresses that the server's lists lack.
func (r *Runner) confinedFilter(verb string, args cmdlet.Args) string {
	if verb == "Get" {
		return ""
	}
	for _, mac := range texts(args["MacAddress"]) {
		if strings.Contains(mac, "*") {
			return "a pattern in a filter may catch real clients"
		}
		if slices.Contains(r.others.filters, bareMAC(mac)) {
			return "the server's filter lists have that hardware address already"
		}
	}
	return ""
}

func bareMAC(mac string) string {
	return strings.ToLower(strings.NewReplacer("-", "", ":", "", ".", "").Replace(mac))
}

// texts returns a text, or the texts of a list.
func texts(v cmdlet.Value) []string {
	switch t := v.Native().(type) {
	case string:
		return []string{t}
	case []any:
		var out []string
		for _, item := range t {
			if text, ok := item.(string); ok {
				out = append(out, text)
			}
		}
		return out
	}
	return nil
}

// numbers returns a number, or the numbers of a list.
func numbers(v cmdlet.Value) []int64 {
	switch t := v.Native().(type) {
	case int64:
		return []int64{t}
	case []any:
		var out []int64
		for _, item := range t {
			if n, ok := item.(int64); ok {
				out = append(out, n)
			}
		}
		return out
	}
	return nil
}
