package windows

import (
	"context"
	"fmt"
	"net/netip"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/dhcp"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/windows/cmdlet"
)

// DNSLevel is a place that has DNS settings of its own, or those of the level above: the
// server (the zero value), a scope, a reserved address, or a policy of one of the first two.
type DNSLevel struct {
	Scope       netip.Addr
	Reservation netip.Addr
	Policy      string
}

// IsServer tells whether the level is the server, which inherits from nothing.
func (l DNSLevel) IsServer() bool { return l == DNSLevel{} }

func (l DNSLevel) object() string {
	switch {
	case l.Reservation.IsValid():
		return "DNS settings of " + reservationObject(l.Reservation)
	case l.Policy != "":
		return "DNS settings of " + PolicyKey{l.Scope, l.Policy}.object()
	case l.Scope.IsValid():
		return "DNS settings of " + scopeObject(l.Scope)
	}
	return "DNS settings of the server"
}

// args name the level; reserved is the parameter of a reserved address.
func (l DNSLevel) args(reserved string) cmdlet.Args {
	args := cmdlet.Args{}
	if l.Reservation.IsValid() {
		args[reserved] = addr(l.Reservation)
	}
	if l.Scope.IsValid() {
		args["ScopeId"] = addr(l.Scope)
	}
	if l.Policy != "" {
		args["PolicyName"] = cmdlet.Text(l.Policy)
	}
	return args
}

// DNSUpdates says when the server registers clients in DNS.
type DNSUpdates string

// The ways of registering clients. With Never every other setting is off.
const (
	DNSAlways          DNSUpdates = "Always"
	DNSNever           DNSUpdates = "Never"
	DNSOnClientRequest DNSUpdates = "OnClientRequest"
)

// DNSSettings say how the server keeps DNS records of its clients.
type DNSSettings struct {
	Updates        DNSUpdates
	DeleteOnExpiry bool // records go when the lease ends
	OlderClients   bool // also for clients that do not ask
	NameProtection bool // a name stays with the client that has registered it
	DisablePTR     bool // only A records
}

// dnsQueries read the settings in force, and option 81, which stands at a level that has
// settings of its own: the cmdlet does not tell them from inherited ones.
func dnsQueries(l DNSLevel) []query {
	option := l.args("ReservedIP")
	option["OptionId"] = cmdlet.Numbers(dhcp.OptionDNSUpdate)
	return []query{
		ask(cmdlet.Call{Cmdlet: "Get-DhcpServerv4DnsSetting", Args: l.args("IPAddress"), Take: []string{
			"DynamicUpdates", "DeleteDnsRROnLeaseExpiry", "UpdateDnsRRForOlderClients", "NameProtection", "DisableDnsPtrRRUpdate",
		}}),
		ask(cmdlet.Call{Cmdlet: "Get-DhcpServerv4OptionValue", Args: option, Take: []string{"OptionId"}, Tolerate: []string{"DHCP 20010"}}),
		relationships.all(),
	}
}

// dnsFrom makes the settings of a level from the answers to dnsQueries.
func (c *Client) dnsFrom(l DNSLevel, answers []answer, err error) (*DNSSettings, error) {
	if err == nil {
		err = firstError(answers)
	}
	if err != nil {
		return nil, asError(err).about(l.object())
	}
	if len(answers) != 3 || len(answers[0].rows) != 1 {
		return nil, &Error{Kind: KindProtocol, Object: l.object(), Server: c.config.Server, Message: "the server answered neither with settings nor with an error"}
	}
	if !l.IsServer() && len(answers[1].rows) == 0 {
		return nil, c.missing(l.object(), "there are no settings of its own, it follows the level above")
	}
	d := decoder{row: answers[0].rows[0]}
	s := DNSSettings{
		Updates: word(d.text("DynamicUpdates"), DNSAlways, DNSNever, DNSOnClientRequest), DeleteOnExpiry: d.flag("DeleteDnsRROnLeaseExpiry"),
		OlderClients: d.flag("UpdateDnsRRForOlderClients"), NameProtection: d.flag("NameProtection"), DisablePTR: d.flag("DisableDnsPtrRRUpdate"),
	}
	if d.err != nil {
		return nil, c.undecodable(l.object(), d.err)
	}
	return &s, nil
}

// ReadDNSSettings reads the settings that a level has of its own. One that follows the
// level above has none: that is an error of KindNotFound.
func (c *Client) ReadDNSSettings(ctx context.Context, l DNSLevel) (*DNSSettings, error) {
	answers, err := c.read(ctx, dnsQueries(l)...)
	return c.dnsFrom(l, answers, err)
}

// CreateDNSSettings gives a level settings of its own. Those that a scope, reservation or
// policy has already are not taken over; the server always has some.
func (c *Client) CreateDNSSettings(ctx context.Context, l DNSLevel, desired DNSSettings) (*DNSSettings, error) {
	return c.changeDNS(ctx, l, &desired, dnsChange{create: true})
}

// UpdateDNSSettings changes the settings of a level. replicate copies its scope to the
// failover partner even when nothing differs here: an earlier replication failed.
func (c *Client) UpdateDNSSettings(ctx context.Context, l DNSLevel, desired DNSSettings, replicate bool) (*DNSSettings, error) {
	return c.changeDNS(ctx, l, &desired, dnsChange{replicate: replicate})
}

// DeleteDNSSettings makes a level follow the one above again; the server gets the
// settings that a fresh one has. Absence is success.
func (c *Client) DeleteDNSSettings(ctx context.Context, l DNSLevel) error {
	_, err := c.changeDNS(ctx, l, nil, dnsChange{})
	if IsNotFound(err) {
		return nil
	}
	return err
}

// dnsChange says how changeDNS works.
type dnsChange struct {
	create    bool // settings of its own are refused
	replicate bool // also when nothing differs
}

// changeDNS sets the settings of a level, or removes them when desired is nil.
func (c *Client) changeDNS(ctx context.Context, l DNSLevel, desired *DNSSettings, how dnsChange) (*DNSSettings, error) {
	scope, err := c.scopeOfLevel(ctx, l)
	if err != nil {
		return nil, asError(err).about(l.object())
	}
	key := "0 DNS settings of the server"
	if scope.IsValid() {
		key = lockScope(scope)
	}
	unlock, err := c.locks.lock(ctx, key)
	if err != nil {
		return nil, c.cancelled(ctx).about(l.object())
	}
	defer unlock()
	answers, err := c.readFresh(ctx, dnsQueries(l)...)
	current, err := c.dnsFrom(l, answers, err)
	switch {
	case err != nil && !(IsNotFound(err) && desired != nil && firstError(answers) == nil):
		return nil, err
	case how.create && current != nil && !l.IsServer() && *current != *desired:
		return nil, &Error{Kind: KindExists, Object: l.object(), Server: c.config.Server, Message: "there are settings of its own already",
			Advice: "Existing settings that differ are never taken over. Import them, or remove them first (option 81 of that level)."}
	}
	ch := change{object: l.object(), back: dnsQueries(l)}
	if current == nil || desired == nil || *current != *desired {
		ch.steps = planDNS(l, desired)
	}
	if scope.IsValid() && (len(ch.steps) > 0 || how.replicate) {
		ch.touched = touchScope(scope)
		ch = c.replicate(ctx, ch, scope, answers[2])
	}
	if len(ch.steps) == 0 && ch.relationship == "" {
		return current, nil
	}
	r := c.write(ctx, ch)
	now, readErr := c.dnsFrom(l, r.back, nil)
	reached := now != nil && desired != nil && *now == *desired || desired == nil && (IsNotFound(readErr) || l.IsServer() && now != nil)
	return now, c.outcome(r, ch, reached, readErr)
}

// scopeOfLevel is the scope that a level belongs to, not valid for the server's.
func (c *Client) scopeOfLevel(ctx context.Context, l DNSLevel) (netip.Addr, error) {
	if !l.Reservation.IsValid() {
		return l.Scope, nil
	}
	subnet, err := c.ScopeInTheWay(ctx, netip.PrefixFrom(l.Reservation, l.Reservation.BitLen()))
	if err == nil && !subnet.IsValid() {
		err = c.missing(l.object(), fmt.Sprintf("no scope of the server has %s in its subnet", l.Reservation))
	}
	return subnet.Addr(), err
}

// planDNS sets all settings at once, as the server stores them, or removes the option
// that holds them.
func planDNS(l DNSLevel, desired *DNSSettings) []cmdlet.Call {
	if desired == nil {
		args := l.args("ReservedIP")
		args["OptionId"] = cmdlet.Numbers(dhcp.OptionDNSUpdate)
		return []cmdlet.Call{{Cmdlet: "Remove-DhcpServerv4OptionValue", Args: args, Tolerate: []string{"DHCP 20010"}}}
	}
	args := l.args("IPAddress")
	args["DynamicUpdates"] = cmdlet.Text(string(desired.Updates))
	args["DeleteDnsRROnLeaseExpiry"] = cmdlet.Bool(desired.DeleteOnExpiry)
	args["UpdateDnsRRForOlderClients"] = cmdlet.Bool(desired.OlderClients)
	args["NameProtection"] = cmdlet.Bool(desired.NameProtection)
	args["DisableDnsPtrRRUpdate"] = cmdlet.Bool(desired.DisablePTR)
	return []cmdlet.Call{{Cmdlet: "Set-DhcpServerv4DnsSetting", Args: args}}
}
