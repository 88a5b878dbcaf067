package keaapi

import (
	"encoding/json"
	"fmt"
	"net/netip"
	"slices"
	"strings"
	"time"
)

const noLeaseManager = "no current lease manager is available"

func (d *daemon) leasesReclaim(map[string]any) Answer {
	if d.noLeases {
		return failed(noLeaseManager)
	}
	return Answer{Text: "Reclamation of expired leases is complete."}
}

func (d *daemon) addLeaseCommands(known map[string]func(map[string]any) Answer) {
	prefix := fmt.Sprintf("lease%d-", d.family)
	for verb, handler := range map[string]func(map[string]any) Answer{
		"add": d.leaseAdd, "update": d.leaseUpdate, "get": d.leaseGet, "del": d.leaseDel, "get-page": d.leasePage, "get-all": d.leaseAll, "wipe": d.leaseWipe,
		"get-by-hw-address": d.leasesBy("hw-address"), "get-by-client-id": d.leasesBy("client-id"), "get-by-duid": d.leasesBy("duid"),
	} {
		if d.family == 6 && (verb == "get-by-hw-address" || verb == "get-by-client-id") || d.family == 4 && verb == "get-by-duid" {
			continue
		}
		known[prefix+verb] = func(arguments map[string]any) Answer {
			if d.noLeases {
				return failed(noLeaseManager)
			}
			return handler(arguments)
		}
	}
}

// leaseWipe removes the leases of a subnet.
func (d *daemon) leaseWipe(arguments map[string]any) Answer {
	before := len(d.leases)
	d.leases = slices.DeleteFunc(d.leases, func(l map[string]any) bool { return number(l["subnet-id"]) == number(arguments["subnet-id"]) })
	if len(d.leases) == before {
		return empty("Deleted 0 lease(s) from subnet(s)", nil)
	}
	return Answer{Text: fmt.Sprintf("Deleted %d lease(s) from subnet(s)", before-len(d.leases))}
}

// conflict is result 4, which came with 2.4.
func (d *daemon) conflict(format string, arguments ...any) Answer {
	answer := failed(format, arguments...)
	if !d.is("2.2") {
		answer.Result = 4
	}
	return answer
}

func (d *daemon) leaseAdd(lease map[string]any) Answer {
	address := text(lease["ip-address"])
	if d.leaseAt(lease) >= 0 {
		return d.conflict("IPv%d lease already exists.", d.family)
	}
	made, refusal := d.leaseOf(lease)
	if refusal != nil {
		return *refusal
	}
	d.leases = append(d.leases, made)
	slices.SortFunc(d.leases, func(a, b map[string]any) int {
		x, _ := netip.ParseAddr(text(a["ip-address"]))
		y, _ := netip.ParseAddr(text(b["ip-address"]))
		return x.Compare(y)
	})
	return Answer{Text: fmt.Sprintf("Lease for address %s, subnet-id %d added.", address, number(made["subnet-id"]))}
}

// leaseUpdate replaces the whole lease: what is left out goes back to its default.
func (d *daemon) leaseUpdate(lease map[string]any) Answer {
	at := d.leaseAt(lease)
	if at < 0 {
		return d.conflict("failed to update the lease with address %s either because the lease has been deleted or it has changed in the database, in both cases a retry might succeed", text(lease["ip-address"]))
	}
	made, refusal := d.leaseOf(lease)
	if refusal != nil {
		return *refusal
	}
	d.leases[at] = made
	return Answer{Text: fmt.Sprintf("IPv%d lease updated.", d.family)}
}

// leaseOf makes a lease of a command's arguments.
func (d *daemon) leaseOf(arguments map[string]any) (map[string]any, *Answer) {
	lease := tree(copied(arguments))
	id := number(lease["subnet-id"])
	if id == 0 {
		if id = d.subnetOf(text(lease["ip-address"])); id == 0 {
			answer := d.conflict("subnet-id not specified and failed to find a subnet for address %s", text(lease["ip-address"]))
			return nil, &answer
		}
	}
	if d.subnet(id) == nil {
		answer := d.conflict("Invalid subnet-id: No IPv%d subnet with subnet-id=%d currently configured.", d.family, id)
		return nil, &answer
	}
	lease["hostname"] = strings.ToLower(text(lease["hostname"]))
	withDefault(lease, map[string]any{
		"state": 0, "cltt": json.Number(fmt.Sprint(time.Now().Unix())), "valid-lft": 3600, "fqdn-fwd": false, "fqdn-rev": false, "subnet-id": json.Number(fmt.Sprint(id)),
	})
	if end := number(lease["expire"]); end != 0 {
		lease["cltt"] = json.Number(fmt.Sprint(end - number(lease["valid-lft"])))
		delete(lease, "expire")
	}
	if d.family == 6 {
		withDefault(lease, map[string]any{"type": "IA_NA", "preferred-lft": 1800})
	}
	return lease, nil
}

func (d *daemon) leaseAt(which map[string]any) int {
	prefix := text(which["type"]) == "IA_PD"
	return slices.IndexFunc(d.leases, func(l map[string]any) bool {
		return text(l["ip-address"]) == text(which["ip-address"]) && (text(l["type"]) == "IA_PD") == prefix
	})
}

func (d *daemon) leaseAll(arguments map[string]any) Answer {
	return d.leasesThat(func(lease map[string]any) bool {
		return slices.ContainsFunc(list(arguments["subnets"]), func(id any) bool { return number(id) == number(lease["subnet-id"]) })
	})
}

func (d *daemon) leasesBy(member string) func(map[string]any) Answer {
	return func(arguments map[string]any) Answer {
		return d.leasesThat(func(lease map[string]any) bool { return text(lease[member]) == text(arguments[member]) })
	}
}

func (d *daemon) leasesThat(match func(map[string]any) bool) Answer {
	found := []any{}
	for _, lease := range d.leases {
		if match(lease) {
			found = append(found, lease)
		}
	}
	answer := Answer{Text: fmt.Sprintf("%d IPv%d lease(s) found.", len(found), d.family), Arguments: map[string]any{"leases": found}}
	if len(found) == 0 {
		answer.Result = resultEmpty
	}
	return answer
}

func (d *daemon) subnetOf(value string) int64 {
	address, err := netip.ParseAddr(value)
	if err != nil {
		return 0
	}
	for _, subnet := range d.subnets() {
		if prefix, err := netip.ParsePrefix(text(subnet["subnet"])); err == nil && prefix.Masked().Contains(address) {
			return number(subnet["id"])
		}
	}
	return 0
}

func (d *daemon) leaseGet(arguments map[string]any) Answer {
	at := d.leaseAt(arguments)
	if at < 0 {
		return empty("Lease not found.", nil)
	}
	return Answer{Text: fmt.Sprintf("IPv%d lease found.", d.family), Arguments: d.leases[at]}
}

func (d *daemon) leaseDel(arguments map[string]any) Answer {
	at := d.leaseAt(arguments)
	if at < 0 {
		return empty(fmt.Sprintf("IPv%d lease not found.", d.family), nil)
	}
	d.leases = slices.Delete(d.leases, at, at+1)
	return Answer{Text: fmt.Sprintf("IPv%d lease deleted.", d.family)}
}

func (d *daemon) leasePage(arguments map[string]any) Answer {
	from, _ := netip.ParseAddr(text(arguments["from"]))
	page := []any{}
	for _, lease := range d.leases {
		address, _ := netip.ParseAddr(text(lease["ip-address"]))
		if from.IsValid() && address.Compare(from) <= 0 {
			continue
		}
		if int64(len(page)) == number(arguments["limit"]) {
			break
		}
		page = append(page, lease)
	}
	body := map[string]any{"count": len(page), "leases": page}
	if len(page) == 0 {
		return empty(fmt.Sprintf("0 IPv%d lease(s) found.", d.family), body)
	}
	return Answer{Text: fmt.Sprintf("%d IPv%d lease(s) found.", len(page), d.family), Arguments: body}
}
