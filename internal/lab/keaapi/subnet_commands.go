package keaapi

import (
	"fmt"
	"slices"
)

func (d *daemon) addSubnetCommands(known map[string]func(map[string]any) Answer) {
	known[fmt.Sprintf("network%d-add", d.family)] = d.networkAdd
	known[fmt.Sprintf("network%d-del", d.family)] = d.networkDel
	known[d.subnetList()+"-add"] = d.subnetAdd
	known[d.subnetList()+"-del"] = d.subnetDel
	known[d.subnetList()+"-delta-add"] = func(a map[string]any) Answer { return d.subnetDelta(a, addDelta) }
	known[d.subnetList()+"-delta-del"] = func(a map[string]any) Answer { return d.subnetDelta(a, removeDelta) }
}

// change tries a change on a copy of the configuration and keeps it when it is valid.
func (d *daemon) change(act func(config map[string]any) error) error {
	trial := tree(copied(d.config))
	if err := act(trial); err != nil {
		return err
	}
	config, err := d.checked(trial)
	if err == nil {
		d.use(config)
	}
	return err
}

// one gives the single subnet of a command.
func (d *daemon) one(arguments map[string]any) (map[string]any, error) {
	subnets := trees(arguments[d.subnetList()])
	if len(subnets) != 1 {
		return nil, fmt.Errorf("invalid number of subnets specified for the '%s' command, expected one subnet", d.subnetList())
	}
	if _, set := subnets[0]["reservations"]; set {
		return nil, fmt.Errorf("must not specify host reservations with '%s-add'. Use 'reservation-add' command to add reservations for this subnet", d.subnetList())
	}
	return tree(copied(subnets[0])), nil
}

func (d *daemon) subnetAdd(arguments map[string]any) Answer {
	subnet, err := d.one(arguments)
	if err == nil {
		err = d.change(func(config map[string]any) error {
			config[d.subnetList()] = append(list(config[d.subnetList()]), subnet)
			return nil
		})
	}
	if err != nil {
		return failed("%v", err)
	}
	return Answer{Text: fmt.Sprintf("IPv%d subnet added", d.family)}
}

func (d *daemon) subnetDel(arguments map[string]any) Answer {
	id := number(arguments["id"])
	if d.subnet(id) == nil {
		return empty(fmt.Sprintf("No subnet with id %d found", id), nil)
	}
	isIt := func(subnet map[string]any) bool { return number(subnet["id"]) == id }
	for _, holder := range append(trees(d.config["shared-networks"]), d.config) {
		holder[d.subnetList()] = anyList(slices.DeleteFunc(trees(holder[d.subnetList()]), isIt))
	}
	d.touch()
	return Answer{Text: fmt.Sprintf("IPv%d subnet deleted", d.family)}
}

func (d *daemon) subnetDelta(arguments map[string]any, apply func(subnet, delta map[string]any)) Answer {
	delta, err := d.one(arguments)
	if err != nil {
		return failed("%v", err)
	}
	id := number(delta["id"])
	if d.subnet(id) == nil {
		return failed("Can't find subnet '%d' to update", id)
	}
	err = d.change(func(config map[string]any) error {
		trial := &daemon{config: config, family: d.family}
		apply(trial.subnet(id), delta)
		return nil
	})
	if err != nil {
		return failed("%v", err)
	}
	return Answer{Text: fmt.Sprintf("IPv%d subnet updated", d.family)}
}

func addDelta(subnet, delta map[string]any) {
	for key, value := range delta {
		switch key {
		case "option-data":
			subnet[key] = anyList(append(without(subnet[key], value, sameOption), trees(value)...))
		case "pools":
			subnet[key] = anyList(append(without(subnet[key], value, samePool), trees(value)...))
		default:
			subnet[key] = value
		}
	}
}

func removeDelta(subnet, delta map[string]any) {
	for key, value := range delta {
		switch key {
		case "id", "subnet":
		case "option-data":
			subnet[key] = anyList(without(subnet[key], value, sameOption))
		case "pools":
			subnet[key] = anyList(without(subnet[key], value, samePool))
		default:
			delete(subnet, key)
		}
	}
}

func without(current, other any, same func(a, b map[string]any) bool) []map[string]any {
	return slices.DeleteFunc(trees(current), func(a map[string]any) bool {
		return slices.ContainsFunc(trees(other), func(b map[string]any) bool { return same(a, b) })
	})
}

func sameOption(a, b map[string]any) bool {
	return number(a["code"]) == number(b["code"]) || (text(b["name"]) != "" && text(a["name"]) == text(b["name"]))
}

func samePool(a, b map[string]any) bool {
	x, errX := parsePool(text(a["pool"]))
	y, errY := parsePool(text(b["pool"]))
	return errX == nil && errY == nil && x == y
}
