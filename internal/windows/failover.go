package windows

import (
	"context"
	"net/netip"
	"slices"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/dhcp"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/windows/cmdlet"
)

// FailoverMode says how the two servers of a relationship share the work.
type FailoverMode string

// The modes of failover.
const (
	LoadBalance FailoverMode = "LoadBalance" // both answer, each its share of the clients
	HotStandby  FailoverMode = "HotStandby"  // one answers, the other waits
)

// FailoverRole is this server's part in a hot-standby relationship.
type FailoverRole string

// The roles of failover.
const (
	RoleActive  FailoverRole = "Active"
	RoleStandby FailoverRole = "Standby"
)

// Failover is a failover relationship as this server sees it.
type Failover struct {
	Name    string
	Partner string // as it was given when the relationship was made here
	Scopes  []netip.Addr
	Mode    FailoverMode

	Role               FailoverRole // of this server; only with HotStandby
	ReservePercent     int64        // only with HotStandby
	LoadBalancePercent int64        // share of this server; only with LoadBalance

	MaxClientLeadTime   dhcp.LeaseDuration
	StateSwitchInterval dhcp.LeaseDuration // 0 is none
	AutoStateTransition bool

	// Authenticated is whether the two servers share a secret; the secret cannot be read.
	Authenticated bool
	// State is where the relationship stands: Normal, CommunicationInterrupted, …
	State string
	// OwnNames and PartnerNames are what the two servers are called in the relationship.
	OwnNames, PartnerNames []string

	// same makes sure that the server is still this half of the relationship.
	same cmdlet.Call
}

// differences names what differs between two relationships in what a user can set. A
// partner is compared as a host.
func (f Failover) differences(desired Failover) []string {
	var names []string
	note := func(name string, same bool) {
		if !same {
			names = append(names, name)
		}
	}
	note("partner", dhcp.SameHostAsAny(desired.Partner, f.PartnerNames...))
	note("mode", f.Mode == desired.Mode)
	if desired.Mode == HotStandby {
		note("role", f.Role == desired.Role)
		note("reserve percentage", f.ReservePercent == desired.ReservePercent)
	} else {
		note("load balance percentage", f.LoadBalancePercent == desired.LoadBalancePercent)
	}
	note("lead time", f.MaxClientLeadTime == desired.MaxClientLeadTime)
	// Without an interval the server chooses one when the state changes by itself.
	note("state switch interval", f.StateSwitchInterval == desired.StateSwitchInterval || desired.AutoStateTransition && desired.StateSwitchInterval == 0)
	note("automatic state transition", f.AutoStateTransition == (desired.AutoStateTransition || desired.StateSwitchInterval > 0))
	wanted := slices.SortedFunc(slices.Values(desired.Scopes), netip.Addr.Compare)
	note("scopes", slices.Equal(f.Scopes, wanted))
	return names
}

var failoverColumns = []string{
	"Name", "PartnerServer", "ScopeId", "Mode", "ServerRole", "ReservePercent", "LoadBalancePercent", "MaxClientLeadTime", "StateSwitchInterval",
	"AutoStateTransition", "EnableAuth", "State", "ServerType", "PrimaryServerName", "PrimaryServerIP", "SecondaryServerName", "SecondaryServerIP",
}

func failoverObject(name string) string { return "failover relationship " + name }

// decodeFailover makes a relationship from what the server said of it. The fields of the
// other mode read back empty, or as stray numbers on some versions: they never count.
func decodeFailover(row Row) (Failover, error) {
	d := decoder{row: row}
	f := Failover{
		Name: d.text("Name"), Partner: d.text("PartnerServer"), Scopes: d.addrs("ScopeId"),
		Mode:              word(d.text("Mode"), LoadBalance, HotStandby),
		MaxClientLeadTime: d.lease("MaxClientLeadTime"), AutoStateTransition: d.flag("AutoStateTransition"),
		Authenticated: d.flag("EnableAuth"), State: d.text("State"), same: sameServer(row),
	}
	slices.SortFunc(f.Scopes, netip.Addr.Compare)
	switch f.Mode {
	case HotStandby:
		f.Role, f.ReservePercent = word(d.text("ServerRole"), RoleActive, RoleStandby), d.number("ReservePercent")
	case LoadBalance:
		f.LoadBalancePercent = d.number("LoadBalancePercent")
	}
	// An interval that is not set is stored as 0xFFFFFFFF and shows as nothing, or as a
	// giant span.
	if i := d.lease("StateSwitchInterval"); i != dhcp.Unlimited {
		f.StateSwitchInterval = i
	}
	primary := named(d.text("PrimaryServerName"), d.text("PrimaryServerIP"))
	secondary := named(d.text("SecondaryServerName"), d.text("SecondaryServerIP"))
	f.OwnNames, f.PartnerNames = primary, secondary
	if isSecondary(d.text("ServerType")) {
		f.OwnNames, f.PartnerNames = secondary, primary
	}
	f.PartnerNames = append(f.PartnerNames, named(f.Partner)...)
	return f, d.err
}

func named(names ...string) []string {
	return slices.DeleteFunc(names, func(n string) bool { return n == "" })
}

// isSecondary reads ServerType, whose spelling is documented nowhere.
func isSecondary(serverType string) bool {
	return len(serverType) > 0 && (serverType[0] == 'S' || serverType[0] == 's')
}

// findFailover finds a relationship by its name, nil when there is none.
func findFailover(name string, rows []Row) (*Failover, error) {
	for _, row := range rows {
		d := decoder{row: row}
		if equalNames(d.text("Name"), name) {
			f, err := decodeFailover(row)
			return &f, err
		}
	}
	return nil, nil
}

// ReadFailover reads a relationship. One that does not exist is an error of KindNotFound.
func (c *Client) ReadFailover(ctx context.Context, name string) (*Failover, error) {
	answers, err := c.read(ctx, relationships.all())
	return c.failoverFrom(name, answers, err)
}

func (c *Client) failoverFrom(name string, answers []answer, err error) (*Failover, error) {
	if err == nil {
		err = firstError(answers)
	}
	if err != nil {
		return nil, asError(err).about(failoverObject(name))
	}
	if len(answers) == 0 {
		return nil, &Error{Kind: KindUnreachable, Object: failoverObject(name), Server: c.config.Server, Message: "the relationship could not be read"}
	}
	f, err := findFailover(name, answers[0].rows)
	switch {
	case err != nil:
		return nil, c.undecodable(failoverObject(name), err)
	case f == nil:
		return nil, &Error{Kind: KindNotFound, Object: failoverObject(name), Server: c.config.Server, Message: "the relationship does not exist"}
	}
	return f, nil
}

// ListFailovers reads all relationships, sorted by name.
func (c *Client) ListFailovers(ctx context.Context) ([]Failover, error) {
	answers, err := c.read(ctx, relationships.all())
	if err == nil {
		err = firstError(answers)
	}
	if err != nil {
		return nil, asError(err).about("list of failover relationships")
	}
	list := make([]Failover, len(answers[0].rows))
	for i, row := range answers[0].rows {
		if list[i], err = decodeFailover(row); err != nil {
			return nil, c.undecodable("list of failover relationships", err)
		}
	}
	slices.SortFunc(list, func(a, b Failover) int { return compareNames(a.Name, b.Name) })
	return list, nil
}
