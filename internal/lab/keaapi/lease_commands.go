package keaapi

import (
	"encoding/json"
	"fmt"
	"net/netip"
	"slices"
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
	for verb, handler := range map[string]func(map[string]any) Answer{"add": d.leaseAdd, "get": d.leaseGet, "del": d.leaseDel, "get-page": d.leasePage} {
		known[prefix+verb] = func(arguments map[string]any) Answer {
			if d.noLeases {
				return failed(noLeaseManager)
			}
			return handler(arguments)
		}
	}
}

func (d *daemon) leaseAdd(lease map[string]any) Answer {
	address := text(lease["ip-address"])
	if d.leaseAt(address) >= 0 {
		return failed("IPv%d lease already exists.", d.family)
	}
	withDefault(lease, map[string]any{
		"state": 0, "cltt": json.Number(fmt.Sprint(time.Now().Unix())), "valid-lft": 3600, "hostname": "",
		"fqdn-fwd": false, "fqdn-rev": false, "subnet-id": json.Number(fmt.Sprint(d.subnetOf(address))),
	})
	d.leases = append(d.leases, tree(copied(lease)))
	slices.SortFunc(d.leases, func(a, b map[string]any) int {
		x, _ := netip.ParseAddr(text(a["ip-address"]))
		y, _ := netip.ParseAddr(text(b["ip-address"]))
		return x.Compare(y)
	})
	return Answer{Text: fmt.Sprintf("Lease for address %s, subnet-id %d added.", address, number(lease["subnet-id"]))}
}

func (d *daemon) leaseAt(address string) int {
	return slices.IndexFunc(d.leases, func(l map[string]any) bool { return text(l["ip-address"]) == address })
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
	at := d.leaseAt(text(arguments["ip-address"]))
	if at < 0 {
		return empty("Lease not found.", nil)
	}
	return Answer{Text: fmt.Sprintf("IPv%d lease found.", d.family), Arguments: d.leases[at]}
}

func (d *daemon) leaseDel(arguments map[string]any) Answer {
	at := d.leaseAt(text(arguments["ip-address"]))
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
