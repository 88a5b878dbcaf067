package model

import (
	"strconv"
	"strings"
)

// causes stand for Windows' own texts of the numbers that callers meet most. The words are
// ours, after the meanings that MS-DHCPM gives: nobody may rely on them, as they are
// translated on a real server.
var causes = map[string]string{
	"DHCP 20004": "The specified subnet already exists.",
	"DHCP 20005": "The specified subnet does not exist.",
	"DHCP 20007": "The specified element cannot be removed because it is in use.",
	"DHCP 20010": "The specified option does not exist.",
	"DHCP 20022": "The specified IP address or hardware address is being used by another client.",
	"DHCP 20023": "The specified IP range or exclusion overlaps an existing one, or is not valid.",
	"DHCP 20052": "The specified subnet is overlapping with an existing one.",
	"DHCP 20116": "The specified scope is not part of a failover relationship.",
	"WIN32 5":    "Access is denied.",
	"WIN32 87":   "The parameter is incorrect.",
	"WIN32 1722": "The RPC server is unavailable.",
	"WIN32 1753": "There are no more endpoints available from the endpoint mapper.",
}

// Cause returns the number of the error and Windows' text for it, as the error object of a
// cmdlet carries them beside the id; 0 for an error that has no number.
func (e *ErrorRecord) Cause() (number int64, text string) {
	family, digits, _ := strings.Cut(e.ID, " ")
	if family != "DHCP" && family != "WIN32" {
		return 0, ""
	}
	number, _ = strconv.ParseInt(digits, 10, 64)
	return number, causes[e.ID]
}
