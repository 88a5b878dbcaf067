package keaapi

import (
	"cmp"
	"encoding/json"
	"fmt"
	"iter"
	"slices"
)

func (d *daemon) addHostCommands(known map[string]func(map[string]any) Answer) {
	known["reservation-add"] = d.reservationAdd
	known["reservation-get"] = d.reservationGet
	known["reservation-get-by-address"] = d.reservationByAddress
	known["reservation-get-page"] = d.reservationPage
	known["reservation-del"] = d.reservationDel
	known["reservation-update"] = d.reservationUpdate
}

func (d *daemon) subnets() []map[string]any {
	found := trees(d.config[d.subnetList()])
	for _, network := range trees(d.config["shared-networks"]) {
		found = append(found, trees(network[d.subnetList()])...)
	}
	return found
}

func (d *daemon) subnet(id int64) map[string]any {
	for _, subnet := range d.subnets() {
		if number(subnet["id"]) == id {
			return subnet
		}
	}
	return nil
}

// store is where the hosts of a command are: memory is the configuration itself.
func (d *daemon) store(arguments map[string]any) (memory bool, refusal string) {
	switch target := text(arguments["operation-target"]); target {
	case "memory":
		return true, ""
	case "", "default", "database":
		if !d.options.Database {
			return false, "Host database not available, cannot add host."
		}
		return false, ""
	default:
		return false, fmt.Sprintf("The 'operation-target' value (%s) is not within expected set: (memory, database, all, default)", target)
	}
}

func (d *daemon) reservationAdd(arguments map[string]any) Answer {
	memory, refusal := d.store(arguments)
	if refusal != "" {
		return failed("%s", refusal)
	}
	host := tree(copied(arguments["reservation"]))
	if err := d.add(host, memory); err != nil {
		return failed("%v", err)
	}
	return Answer{Text: "Host added."}
}

func (d *daemon) add(host map[string]any, memory bool) error {
	id := number(host["subnet-id"])
	subnet := d.subnet(id)
	prefix := ""
	if id != 0 {
		if subnet == nil {
			return fmt.Errorf("IPv%d subnet with ID of '%d' is not configured", d.family, id)
		}
		prefix = text(subnet["subnet"])
	}
	delete(host, "subnet-id")
	if !memory {
		return d.addToDatabase(host, id, prefix)
	}
	holder := d.config
	if id != 0 {
		holder = subnet
	}
	if err := d.checkHost(host, prefix); err != nil {
		return err
	}
	for _, other := range trees(holder["reservations"]) {
		if err := d.clash(other, host, id); err != nil {
			return err
		}
	}
	hosts := append(trees(holder["reservations"]), host)
	slices.SortStableFunc(hosts, func(a, b map[string]any) int { return cmp.Compare(d.identity(a), d.identity(b)) })
	holder["reservations"] = anyList(hosts)
	d.touch()
	return nil
}

// clash refuses a host that has identifier or address of another one.
func (d *daemon) clash(other, host map[string]any, id int64) error {
	if d.identity(other) != d.identity(host) && !slices.ContainsFunc(addressesOf(host), func(a string) bool { return slices.Contains(addressesOf(other), a) }) {
		return nil
	}
	return d.checkHosts(d.config, map[string]any{"reservations": []any{copied(other), copied(host)}}, "", id)
}

func (d *daemon) addToDatabase(host map[string]any, id int64, prefix string) error {
	if err := d.checkHost(host, prefix); err != nil {
		return err
	}
	for _, other := range d.hosts {
		if number(other["subnet-id"]) != id {
			continue
		}
		same := d.identity(other) == d.identity(host)
		for _, address := range addressesOf(host) {
			same = same || slices.Contains(addressesOf(other), address)
		}
		if same {
			return fmt.Errorf("Database duplicate entry error") //nolint:staticcheck // Kea's words
		}
	}
	host["subnet-id"] = json.Number(fmt.Sprint(id))
	d.hosts = append(d.hosts, host)
	return nil
}

// each walks over the hosts of a store with the ids of their subnets.
func (d *daemon) each(memory bool) iter.Seq2[int64, map[string]any] {
	return func(yield func(int64, map[string]any) bool) {
		if !memory {
			for _, host := range d.hosts {
				if !yield(number(host["subnet-id"]), host) {
					return
				}
			}
			return
		}
		for _, host := range trees(d.config["reservations"]) {
			if !yield(0, host) {
				return
			}
		}
		for _, subnet := range d.subnets() {
			id := number(subnet["id"])
			for _, host := range trees(subnet["reservations"]) {
				if !yield(id, host) {
					return
				}
			}
		}
	}
}

// withSubnet gives a host as the host commands show it: with the id of its subnet.
func withSubnet(host map[string]any, id int64) map[string]any {
	body := tree(copied(host))
	body["subnet-id"] = json.Number(fmt.Sprint(id))
	return body
}

// all gives the hosts of a store with their subnet ids.
func (d *daemon) all(memory bool) []map[string]any {
	found := []map[string]any{}
	for id, host := range d.each(memory) {
		found = append(found, withSubnet(host, id))
	}
	return found
}

func (d *daemon) find(arguments map[string]any, memory bool) map[string]any {
	kind := text(arguments["identifier-type"])
	identifier, err := spell(kind, text(arguments["identifier"]))
	if err != nil {
		return nil
	}
	for id, host := range d.each(memory) {
		if text(host[kind]) == identifier && id == number(arguments["subnet-id"]) {
			return withSubnet(host, id)
		}
	}
	return nil
}

func (d *daemon) reservationGet(arguments map[string]any) Answer {
	memory, refusal := d.store(arguments)
	host := d.find(arguments, memory)
	if refusal != "" || host == nil {
		return empty("Host not found.", nil)
	}
	return Answer{Text: "Host found.", Arguments: host}
}

func (d *daemon) reservationByAddress(arguments map[string]any) Answer {
	memory, _ := d.store(arguments)
	hosts := []any{}
	for id, host := range d.each(memory) {
		if id == number(arguments["subnet-id"]) && slices.Contains(addressesOf(host), text(arguments["ip-address"])) {
			hosts = append(hosts, withSubnet(host, id))
		}
	}
	body := map[string]any{"hosts": hosts}
	if len(hosts) == 0 {
		return empty("0 IPv4 host(s) found.", body)
	}
	return Answer{Text: "1 IPv4 host(s) found.", Arguments: body}
}

// reservationPage gives the configuration's hosts first, then those of the database, and
// never both in one page.
func (d *daemon) reservationPage(arguments map[string]any) Answer {
	source, from, limit := number(arguments["source-index"]), number(arguments["from"]), number(arguments["limit"])
	for ; source < 2; source, from = source+1, 0 {
		hosts := d.all(source == 0)
		if from >= int64(len(hosts)) {
			continue
		}
		end := min(from+limit, int64(len(hosts)))
		page := anyList(hosts[from:end])
		return Answer{Text: fmt.Sprintf("%d IPv%d host(s) found.", len(page), d.family), Arguments: map[string]any{
			"count": len(page), "hosts": page, "next": map[string]any{"from": end, "source-index": source},
		}}
	}
	return empty("0 IPv4 host(s) found.", map[string]any{"count": 0, "hosts": []any{}})
}

func (d *daemon) remove(arguments map[string]any, memory bool) bool {
	host := d.find(arguments, memory)
	if host == nil {
		return false
	}
	identity := d.identity(host)
	gone := func(other map[string]any) bool { return d.identity(other) == identity }
	if !memory {
		d.hosts = slices.DeleteFunc(d.hosts, func(other map[string]any) bool {
			return number(other["subnet-id"]) == number(host["subnet-id"]) && gone(other)
		})
		return true
	}
	holder := d.config
	if id := number(host["subnet-id"]); id != 0 {
		holder = d.subnet(id)
	}
	holder["reservations"] = anyList(slices.DeleteFunc(trees(holder["reservations"]), gone))
	d.touch()
	return true
}

func (d *daemon) reservationDel(arguments map[string]any) Answer {
	memory, refusal := d.store(arguments)
	if refusal != "" {
		return failed("Unable to delete a host because there is no hosts-database configured.")
	}
	if !d.remove(arguments, memory) {
		return empty("Host not deleted (not found).", nil)
	}
	return Answer{Text: "Host deleted."}
}

// reservationUpdate removes and then adds: when the second is refused, the host is gone.
func (d *daemon) reservationUpdate(arguments map[string]any) Answer {
	memory, refusal := d.store(arguments)
	if refusal != "" {
		return failed("host database not available, cannot update host")
	}
	host := tree(copied(arguments["reservation"]))
	prefix := text(d.subnet(number(host["subnet-id"]))["subnet"])
	trial := tree(copied(host))
	delete(trial, "subnet-id")
	if err := d.checkHost(trial, prefix); err != nil {
		return failed("%v", err)
	}
	kind, identifier := "", ""
	for _, name := range d.identifiers() {
		if value := text(trial[name]); value != "" && kind == "" {
			kind, identifier = name, value
		}
	}
	if !d.remove(map[string]any{"subnet-id": host["subnet-id"], "identifier-type": kind, "identifier": identifier}, memory) {
		return failed("Host not updated (not found).")
	}
	if err := d.add(host, memory); err != nil {
		return failed("%v", err)
	}
	return Answer{Text: "Host updated."}
}
