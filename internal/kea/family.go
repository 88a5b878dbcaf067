package kea

import (
	"encoding/json"
	"net/netip"
	"strconv"
)

// Family is one of the two DHCP services of Kea.
type Family int

// The families.
const (
	V4 Family = 4
	V6 Family = 6
)

// FamilyOf gives the family that serves an address.
func FamilyOf(address netip.Addr) Family {
	if address.Is4() {
		return V4
	}
	return V6
}

// ParseService gives the family of a service name.
func ParseService(service string) (Family, bool) {
	switch service {
	case V4.Service():
		return V4, true
	case V6.Service():
		return V6, true
	}
	return 0, false
}

// Service is the name of the daemon in a command's service list: dhcp4 or dhcp6.
func (f Family) Service() string { return "dhcp" + strconv.Itoa(int(f)) }

func (f Family) root() string          { return "Dhcp" + strconv.Itoa(int(f)) }
func (f Family) subnetList() string    { return "subnet" + strconv.Itoa(int(f)) }
func (f Family) lease(v string) string { return "lease" + strconv.Itoa(int(f)) + "-" + v }
func (f Family) subnetCommand(v string) string {
	return "subnet" + strconv.Itoa(int(f)) + "-" + v
}

// numberOf reads a number of a decoded tree; 0 when it is missing or no number.
func numberOf(value any) int64 {
	switch number := value.(type) {
	case json.Number:
		n, _ := number.Int64()
		return n
	case int64:
		return number
	case uint32:
		return int64(number)
	case int:
		return int64(number)
	}
	return 0
}

func textOf(value any) string {
	text, _ := value.(string)
	return text
}

func listOf(value any) []any {
	list, _ := value.([]any)
	return list
}

func mapOf(value any) map[string]any {
	tree, _ := value.(map[string]any)
	return tree
}

func textsOf(value any) []string {
	var texts []string
	for _, item := range listOf(value) {
		texts = append(texts, textOf(item))
	}
	return texts
}

func mapsOf(value any) []map[string]any {
	var maps []map[string]any
	for _, item := range listOf(value) {
		if tree := mapOf(item); tree != nil {
			maps = append(maps, tree)
		}
	}
	return maps
}

func anyList[T any](values []T) []any {
	list := make([]any, 0, len(values))
	for _, value := range values {
		list = append(list, value)
	}
	return list
}
