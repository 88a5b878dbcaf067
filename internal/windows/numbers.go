package windows

import "strings"

// meaning is what a number of the server says.
type meaning struct {
	kind   Kind
	advice string
}

const (
	adviceRights = "The user needs the right to manage DHCP on this server: a local administrator has it; for others add the user to the group DHCP Administrators " +
		"(`netsh dhcp add securitygroups`, restart the DHCP service, log on anew) and give the rights to the WMI namespace root/Microsoft/Windows/DHCP. Members of DHCP Users can only read, and not on every version."
	adviceService = "The DHCP service does not run, or its RPC endpoint does not answer. On the server: `Get-Service DHCPServer`, `Start-Service DHCPServer`. With computer_name set, look at the firewall between the two hosts as well."
	adviceHop     = "The logon of this session cannot be used on a second machine (the double hop), and failover needs that: the server calls its partner under your identity. " +
		"Ways out: delegation = \"kerberos\", \"credssp\", \"scheduled_task\" or \"endpoint\" in the windows block; the guide to failover tells what each of them needs. If the logon does reach the partner, the user lacks rights there."
	adviceWait = "This passes by itself: try again in a minute. When it stays, look at the state of the relationship (Get-DhcpServerv4Failover) and at the partner."
)

// numbers holds what the server's numbers mean (Windows SDK, MS-DHCPM), whatever cmdlet
// raised them. The server's messages are in its own language and name no cause.
var numbers = map[string]meaning{
	"DHCP 20004": {KindExists, ""},
	"DHCP 20005": {KindNotFound, ""},
	"DHCP 20007": {KindInUse, "Clients hold leases of it. To remove it nevertheless, allow that on the resource (force_destroy)."},
	"DHCP 20009": {KindExists, ""},
	"DHCP 20010": {KindNotFound, ""},
	"DHCP 20011": {KindExhausted, "No address of the range is free."},
	"DHCP 20012": {KindExhausted, "The range is full."},
	"DHCP 20014": {KindExists, ""},
	"DHCP 20016": {KindNotFound, ""},
	"DHCP 20017": {KindBusy, "The DHCP service is paused: continue it on the server (`Resume-Service DHCPServer`)."},
	"DHCP 20018": {KindNotFound, ""},
	"DHCP 20019": {KindInUse, "The address is reserved: remove the reservation first."},
	"DHCP 20020": {KindInvalid, "The range is too small."},
	"DHCP 20021": {KindExists, ""},
	"DHCP 20022": {KindConflict, "Another reservation of the scope has the address or the client id."},
	"DHCP 20023": {KindInvalid, "The server does not take the range."},
	"DHCP 20030": {KindInvalid, "The name of the superscope is too long."},
	"DHCP 20032": {KindConflict, "The address is in use."},
	"DHCP 20039": {KindAuthorization, "Authorize the server in the directory (Add-DhcpServerInDC)."},
	"DHCP 20040": {KindAuthorization, "The directory cannot be reached from the server."},
	"DHCP 20044": {KindNotFound, ""},
	"DHCP 20045": {KindExists, "The class exists, or its data is that of another class."},
	"DHCP 20048": {KindInvalid, "This property cannot change: the object must be replaced."},
	"DHCP 20049": {KindInUse, "The type of a scope cannot change while clients hold addresses of it: replace the scope, or wait until its leases have ended."},
	"DHCP 20052": {KindConflict, ""},
	"DHCP 20053": {KindExists, ""},
	"DHCP 20054": {KindConflict, "Another multicast scope has some of the addresses."},
	"DHCP 20057": {KindInvalid, "The refresh time must be at least 600 seconds."},
	"DHCP 20089": {KindInvalid, "A built-in class cannot be changed."},
	"DHCP 20091": {KindInvalid, "The prefix is not one that the server takes."},
	"DHCP 20092": {KindInvalid, "The delay must be at most 1000 milliseconds."},
	"DHCP 20093": {KindExists, ""},
	"DHCP 20095": {KindNotFound, ""},
	"DHCP 20103": {KindInvalid, "The value does not fit the type of the option's definition."},
	"DHCP 20105": {KindExists, ""},
	"DHCP 20106": {KindConflict, "Another policy has some of the addresses."},
	"DHCP 20107": {KindInvalid, "The range of the policy does not lie in the range of the scope."},
	"DHCP 20110": {KindInvalid, "The processing order is higher than the number of policies allows."},
	"DHCP 20111": {KindNotFound, ""},
	"DHCP 20112": {KindConflict, "A policy of the scope has a range outside the new one: change the policy first."},
	"DHCP 20113": {KindConflict, "The scope is in a failover relationship: take it out first."},
	"DHCP 20114": {KindExists, ""},
	"DHCP 20115": {KindNotFound, ""},
	"DHCP 20116": {KindNotFound, ""},
	"DHCP 20117": {KindWrongServer, "This server is the secondary of the relationship: manage it from the primary."},
	"DHCP 20118": {KindUnsupported, "Failover needs Windows Server 2012 or newer on both servers."},
	"DHCP 20119": {KindPartner, "The clocks of the two servers differ by more than a minute: set them (`w32tm /resync`)."},
	"DHCP 20120": {KindBusy, "The relationship is not in the state Normal. " + adviceWait},
	"DHCP 20121": {KindDoubleHop, adviceHop},
	"DHCP 20122": {KindPartner, "The partner server cannot be reached: look at its name, the network, and the firewall (TCP 135, the dynamic RPC ports and 647)."},
	"DHCP 20123": {KindPartner, "The DHCP service of the partner server does not run."},
	"DHCP 20124": {KindPartner, "The server cannot resolve the name of its partner: give the full name or the address."},
	"DHCP 20125": {KindInvalid, "The name of a relationship can have at most 126 characters."},
	"DHCP 20126": {KindExhausted, "No free address is left."},
	"DHCP 20127": {KindBusy, "The leases of the scope could not be copied to the partner. " + adviceWait},
	"DHCP 20128": {KindExhausted, "A server can have 31 failover relationships at most."},
	"DHCP 20129": {KindInvalid, "Scopes that serve BOOTP clients cannot be in a failover relationship: set the type of the scope to Dhcp."},
	"DHCP 20130": {KindInvalid, "At most 400 scopes can join at once."},
	"DHCP 20131": {KindInvalid, "Scopes that serve BOOTP clients cannot be in a failover relationship: set the type of the scope to Dhcp."},
	"DHCP 20132": {KindConflict, "The range is part of a failover relationship."},
	"DHCP 20133": {KindBusy, "The two servers are exchanging the scope just now. " + adviceWait},
	"DHCP 20134": {KindUnsupported, ""},
	"DHCP 20135": {KindInvalid, "A policy with a condition on the FQDN cannot have a range."},
	"DHCP 20136": {KindInvalid, "A policy with a condition on the FQDN takes only the lease time and the DNS settings."},
	"DHCP 20137": {KindInvalid, "A policy with a condition on the FQDN cannot have a range."},
	"DHCP 20138": {KindUnsupported, "Windows Server 2016 and newer have no Network Access Protection."},
	"WIN32 5":    {KindDenied, adviceRights},
	"WIN32 87":   {KindInvalid, ""},
	"WIN32 1062": {KindServiceStopped, adviceService},
	"WIN32 1722": {KindServiceStopped, adviceService},
	"WIN32 1753": {KindServiceStopped, adviceService},
	"CommandNotFoundException": {KindMissingCmdlets, "The module DhcpServer is not installed on the host: install the DHCP tools " +
		"(`Install-WindowsFeature RSAT-DHCP`, or the DHCP role itself)."},
	"GuardFailed": {KindChangedMeanwhile, "Somebody else changed it at the same time. Run plan again."},
}

// special holds numbers that mean something else when a certain cmdlet raises them.
var special = map[string]meaning{
	"DHCP 20007,Remove-DhcpServerv4ExclusionRange": {KindNotFound, ""},
	"DHCP 20023,Add-DhcpServerv4ExclusionRange":    {KindConflict, "The exclusion overlaps another one of the scope, or leaves its subnet."},
	"DHCP 20018,Add-DhcpServerv4Reservation":       {KindInvalid, "The address must lie in the subnet of the scope."},
	"WIN32 2,Add-DhcpServerv4FailoverScope":        {KindNotFound, ""},
	"WIN32 2,Remove-DhcpServerv4FailoverScope":     {KindNotFound, ""},
	// The partner refuses the caller, with whatever number: this server itself answered.
	"WIN32 5,Add-DhcpServerv4Failover":               {KindDoubleHop, adviceHop},
	"WIN32 5,Set-DhcpServerv4Failover":               {KindDoubleHop, adviceHop},
	"WIN32 5,Remove-DhcpServerv4Failover":            {KindDoubleHop, adviceHop},
	"WIN32 5,Add-DhcpServerv4FailoverScope":          {KindDoubleHop, adviceHop},
	"WIN32 5,Remove-DhcpServerv4FailoverScope":       {KindDoubleHop, adviceHop},
	"WIN32 5,Invoke-DhcpServerv4FailoverReplication": {KindDoubleHop, adviceHop},
}

// meaningOf tells what an id means when a cmdlet raises it. The DHCPv6 cmdlets use other
// numbers: there WIN32 2 is absent and WIN32 2014 exists.
func meaningOf(id, cmdlet string) meaning {
	if m, ok := special[id+","+cmdlet]; ok {
		return m
	}
	if strings.Contains(cmdlet, "DhcpServerv6") {
		switch id {
		case "WIN32 2":
			return meaning{KindNotFound, ""}
		case "WIN32 2014":
			return meaning{KindExists, ""}
		}
	}
	if m, ok := numbers[id]; ok {
		return m
	}
	switch id {
	case "NamedParameterNotFound", "AmbiguousParameterSet", "MissingMandatoryParameter", "ParameterArgumentTransformationError":
		return meaning{KindUnsupported, "The cmdlet on this server does not take this call: its module may be older than the one of Windows Server 2016."}
	}
	return meaning{kind: KindOther}
}
