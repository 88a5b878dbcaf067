package keaapi

import (
	"fmt"
	"net/netip"
	"slices"
)

func (d *daemon) networkAdd(arguments map[string]any) Answer {
	networks := trees(arguments["shared-networks"])
	if len(networks) != 1 {
		return failed("invalid number of shared networks, expected one network")
	}
	err := d.change(func(config map[string]any) error {
		config["shared-networks"] = append(list(config["shared-networks"]), copied(networks[0]))
		return nil
	})
	if err != nil {
		return failed("%v", err)
	}
	return Answer{Text: fmt.Sprintf("A new IPv%d shared network '%s' added", d.family, text(networks[0]["name"]))}
}

// networkDel leaves the subnets of the network as subnets outside of one.
func (d *daemon) networkDel(arguments map[string]any) Answer {
	name := text(arguments["name"])
	networks := trees(d.config["shared-networks"])
	at := slices.IndexFunc(networks, func(n map[string]any) bool { return text(n["name"]) == name })
	if at < 0 {
		return empty(fmt.Sprintf("no shared network with name '%s' found", name), nil)
	}
	d.config[d.subnetList()] = append(list(d.config[d.subnetList()]), list(networks[at][d.subnetList()])...)
	d.config["shared-networks"] = anyList(slices.Delete(networks, at, at+1))
	d.touch()
	return Answer{Text: fmt.Sprintf("IPv%d shared network '%s' deleted", d.family, name)}
}

// selectTest tells which subnet a client would get an address of, by the relay or its own
// address.
func (d *daemon) selectTest(arguments map[string]any) Answer {
	if _, set := arguments["address"]; set && d.family == 6 {
		return failed("unknown entry 'address'")
	}
	for _, key := range []string{"relay", "address", "link", "remote"} {
		address, err := netip.ParseAddr(text(arguments[key]))
		if err != nil {
			continue
		}
		id := d.subnetOf(address.String())
		if id == 0 {
			break
		}
		for _, network := range trees(d.config["shared-networks"]) {
			for _, subnet := range trees(network[d.subnetList()]) {
				if number(subnet["id"]) == id {
					return Answer{Text: fmt.Sprintf("selected shared network '%s' starting with subnet '%s' id %d", text(network["name"]), text(subnet["subnet"]), id)}
				}
			}
		}
		return Answer{Text: fmt.Sprintf("selected subnet '%s' id %d", text(d.subnet(id)["subnet"]), id)}
	}
	return empty("no subnet selected", nil)
}
