package keaapi

import (
	"fmt"
	"net/netip"
)

// stamp is when every value was taken: nothing here depends on the time.
const stamp = "2026-01-02 03:04:05.000000"

// statistics answers statistic-get-all.
func (d *daemon) statistics(map[string]any) Answer { return Answer{Arguments: d.values()} }

// statistic answers statistic-get: no members for a name that there is not.
func (d *daemon) statistic(arguments map[string]any) Answer {
	shown := map[string]any{}
	name := text(arguments["name"])
	if value, has := d.values()[name]; has {
		shown[name] = value
	}
	return Answer{Arguments: shown}
}

// values shows each value with the time of its change, newest first.
func (d *daemon) values() map[string]any {
	values := map[string]any{fmt.Sprintf("pkt%d-received", d.family): []any{[]any{0, stamp}}, "reclaimed-leases": []any{[]any{0, stamp}}}
	for _, subnet := range d.subnets() {
		id := number(subnet["id"])
		total, assigned, declined := d.used(subnet)
		values[fmt.Sprintf("subnet[%d].total-%s", id, d.addresses())] = []any{[]any{total, stamp}, []any{0, stamp}}
		values[fmt.Sprintf("subnet[%d].assigned-%s", id, d.addresses())] = []any{[]any{assigned, stamp}}
		values[fmt.Sprintf("subnet[%d].declined-addresses", id)] = []any{[]any{declined, stamp}}
	}
	return values
}

// addresses is what statistics call them.
func (d *daemon) addresses() string {
	if d.family == 6 {
		return "nas"
	}
	return "addresses"
}

// used counts the addresses of a subnet's pools and the leases in them.
func (d *daemon) used(subnet map[string]any) (total, assigned, declined int64) {
	for _, pool := range trees(subnet["pools"]) {
		s, err := parsePool(text(pool["pool"]))
		for a := s.first; err == nil && total < 1<<16 && a.IsValid() && a.Compare(s.last) <= 0; a = a.Next() {
			total++
		}
	}
	prefix, _ := netip.ParsePrefix(text(subnet["subnet"]))
	for _, lease := range d.leases {
		address, err := netip.ParseAddr(text(lease["ip-address"]))
		if err != nil || !prefix.Masked().Contains(address) || number(lease["state"]) == 2 {
			continue
		}
		assigned++
		declined += number(lease["state"])
	}
	return total, assigned, declined
}

// leaseStatistics answers stat-lease4-get and stat-lease6-get.
func (d *daemon) leaseStatistics(map[string]any) Answer {
	columns := []any{"subnet-id", "total-addresses", "cumulative-assigned-addresses", "assigned-addresses", "declined-addresses"}
	if d.family == 6 {
		columns = []any{"subnet-id", "total-nas", "cumulative-assigned-nas", "assigned-nas", "declined-addresses", "total-pds", "cumulative-assigned-pds", "assigned-pds"}
	}
	rows := []any{}
	for _, subnet := range d.subnets() {
		total, assigned, declined := d.used(subnet)
		row := []any{number(subnet["id"]), total, assigned, assigned, declined}
		if d.family == 6 {
			row = append(row, 0, 0, 0)
		}
		rows = append(rows, row)
	}
	return Answer{Arguments: map[string]any{"result-set": map[string]any{"columns": columns, "rows": rows, "timestamp": stamp}}}
}
