package model

import "fmt"

// categories are the error categories of DHCP numbers. Captured are 20005, 20010, 20022,
// 20023, 20052 and 20116; the others follow their meaning.
var categories = map[int]string{
	20004: "ResourceExists",
	20005: "ObjectNotFound",
	20009: "ResourceExists",
	20010: "ObjectNotFound",
	20014: "ResourceExists",
	20016: "ObjectNotFound",
	20018: "ObjectNotFound",
	20021: "ResourceExists",
	20022: "ResourceExists",
	20023: "InvalidData",
	20044: "ObjectNotFound",
	20045: "ResourceExists",
	20052: "ResourceExists",
	20053: "ResourceExists",
	20093: "ResourceExists",
	20095: "ObjectNotFound",
	20105: "ResourceExists",
	20106: "ResourceExists",
	20107: "InvalidData",
	20109: "InvalidData",
	20110: "InvalidData",
	20111: "ObjectNotFound",
	20114: "ResourceExists",
	20115: "ObjectNotFound",
	20116: "ObjectNotFound",
}

// Win32 error codes that a DHCP server answers with.
const (
	win32FileNotFound     = 2
	win32AccessDenied     = 5
	win32InvalidParameter = 87
	win32NoServer         = 1722 // the RPC server is unavailable
	win32NoEndpoint       = 1753 // no more endpoints from the endpoint mapper
)

// dhcp adds an error of the DHCP server by its number (facts of MS-DHCPM 2.2.4 as the
// Windows SDK numbers them).
func (c *call) dhcp(number int, format string, a ...any) {
	category := categories[number]
	if category == "" {
		category = "NotSpecified"
	}
	c.fail(fmt.Sprintf("DHCP %d", number), category, "%s on DHCP server %s.", fmt.Sprintf(format, a...), c.srv.name)
}

// win32 adds an error of the system by its number.
func (c *call) win32(number int, format string, a ...any) {
	message := fmt.Sprintf(format, a...) + " on DHCP server " + c.srv.name + "."
	c.Errors = append(c.Errors, win32Record(number, message))
}

func win32Record(number int, message string) *ErrorRecord {
	category := "NotSpecified"
	switch number {
	case win32AccessDenied:
		category = "PermissionDenied"
	case win32InvalidParameter:
		category = "InvalidArgument"
	}
	return &ErrorRecord{ID: fmt.Sprintf("WIN32 %d", number), Category: category, Message: message}
}
