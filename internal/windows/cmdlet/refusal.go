package cmdlet

// form is a way to call a cmdlet that acts on everything in a container. set, when not
// empty, is the parameter set meant; unless are parameters of which any makes the call harmless.
type form struct {
	cmdlet string
	set    string
	unless []string
	why    string
}

// wholesale is the closed list of such forms. Each is one forgotten parameter away from a
// harmless call, and none of them asks before it acts when the host cannot answer.
var wholesale = []form{
	{"Remove-DhcpServerv4Reservation", "ScopeId", nil, "without an address or client it removes every reservation of the scope"},
	{"Remove-DhcpServerv6Reservation", "Prefix", nil, "without an address it removes every reservation of the prefix"},
	{"Remove-DhcpServerv4ExclusionRange", "", []string{"StartRange"}, "without a range it removes every exclusion of the scope"},
	{"Remove-DhcpServerv4ExclusionRange", "", []string{"EndRange"}, "without the end of the range it may remove more than one exclusion"},
	{"Remove-DhcpServerv6ExclusionRange", "", []string{"StartRange"}, "without a range it removes every exclusion of the prefix"},
	{"Remove-DhcpServerv6ExclusionRange", "", []string{"EndRange"}, "without the end of the range it may remove more than one exclusion"},
	{"Remove-DhcpServerv4MulticastExclusionRange", "", []string{"StartRange"}, "without a range it removes every exclusion of the multicast scope"},
	{"Remove-DhcpServerv4MulticastExclusionRange", "", []string{"EndRange"}, "without the end of the range it may remove more than one exclusion"},
	{"Remove-DhcpServerv4PolicyIPRange", "", []string{"StartRange"}, "without a range it removes every range of the policy"},
	{"Remove-DhcpServerv4PolicyIPRange", "", []string{"EndRange"}, "without the end of the range it may remove more than one range"},
	{"Remove-DhcpServerv4Lease", "ScopeId", nil, "without an address or client it removes every lease of the scope"},
	{"Remove-DhcpServerv4Lease", "BadLeases", nil, "it removes every declined lease of the scope or server"},
	{"Remove-DhcpServerv6Lease", "Prefix", nil, "without an address it removes every lease of the prefix"},
	{"Remove-DhcpServerv4MulticastLease", "", []string{"IPAddress"}, "without an address it removes every lease of the multicast scope"},
	{"Remove-DhcpServerv4Superscope", "", []string{"ScopeId"}, "without scopes it dissolves the whole superscope"},
	{"Remove-DhcpServerInDC", "", []string{"DnsName", "IPAddress"}, "without a name it takes away the authorisation of the server itself"},
	{"Invoke-DhcpServerv4FailoverReplication", "Name", []string{"Name"}, "without a name or scope it overwrites the partner's scopes of every relationship"},
	{"Repair-DhcpServerv4IPRecord", "", []string{"ReportOnly"}, "it rewrites the database of the scope without a report first"},
	{"Import-DhcpServer", "", nil, "it replaces the settings, options, policies and filters of the server"},
	{"Restore-DhcpServer", "", nil, "it replaces the whole database of the server"},
}

// refused returns why a call is too wide, empty when it is not.
func refused(cmdlet, set string, args Args) string {
	for _, f := range wholesale {
		if f.cmdlet != cmdlet || (f.set != "" && f.set != set) {
			continue
		}
		narrow := false
		for _, name := range f.unless {
			if v, given := args[name]; given && v.Kind() != KindNull {
				narrow = true
			}
		}
		if !narrow {
			return f.why
		}
	}
	return ""
}
