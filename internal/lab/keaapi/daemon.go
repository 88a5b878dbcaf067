package keaapi

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"time"
)

// daemon is one DHCP service: kea-dhcp4 or kea-dhcp6.
type daemon struct {
	options Options
	family  int
	// config is the running configuration as it was given, without what is inherited.
	config map[string]any
	// file is what config-write wrote last.
	file []byte
	// hosts are those of the hosts database.
	hosts  []map[string]any
	leases []map[string]any
	// defined are the option definitions of the configuration that is being read, by space.
	defined map[string][]definition
	start   time.Time

	// rendered is what config-get shows, as JSON, and its hash; empty after a change.
	rendered  json.RawMessage
	renderSum string

	noLeases, noHooks bool
	// disabled is what dhcp-disable did; no time ends it here.
	disabled bool
}

func newDaemon(options Options, family int) *daemon {
	return &daemon{options: options, family: family, start: time.Now()}
}

func (d *daemon) service() string    { return "dhcp" + strconv.Itoa(d.family) }
func (d *daemon) root() string       { return "Dhcp" + strconv.Itoa(d.family) }
func (d *daemon) subnetList() string { return "subnet" + strconv.Itoa(d.family) }
func (d *daemon) is(version string) bool {
	return d.options.Version == version
}

// load takes a configuration as the file of a starting server.
func (d *daemon) load(config map[string]any) error {
	if config == nil {
		config = map[string]any{d.subnetList(): []any{}}
	}
	text, err := json.Marshal(config)
	if err != nil {
		return err
	}
	d.file = text
	return d.reload()
}

func (d *daemon) reload() error {
	config, err := decode(d.file)
	if err != nil {
		return err
	}
	normal, err := d.checked(config)
	if err != nil {
		return err
	}
	d.use(normal)
	return nil
}

// use makes a configuration the running one.
func (d *daemon) use(config map[string]any) {
	d.config = config
	d.touch()
}

// touch says that the running configuration has changed.
func (d *daemon) touch() { d.rendered = nil }

// render gives what config-get shows and its hash.
func (d *daemon) render() (json.RawMessage, string) {
	if d.rendered == nil {
		text, err := json.Marshal(d.shown())
		if err != nil {
			return nil, ""
		}
		sum := sha256.Sum256(text)
		d.rendered, d.renderSum = text, hex.EncodeToString(sum[:])
	}
	return d.rendered, d.renderSum
}

func decode(text []byte) (map[string]any, error) {
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	var tree map[string]any
	err := decoder.Decode(&tree)
	return tree, err
}

// result codes of the control protocol.
const (
	resultError       = 1
	resultUnsupported = 2
	resultEmpty       = 3
)

func failed(format string, arguments ...any) Answer {
	return Answer{Result: resultError, Text: fmt.Sprintf(format, arguments...)}
}

func empty(text string, arguments any) Answer {
	return Answer{Result: resultEmpty, Text: text, Arguments: arguments}
}

// handlers are the commands that a server knows.
func (d *daemon) handlers() map[string]func(map[string]any) Answer {
	known := map[string]func(map[string]any) Answer{
		"list-commands": d.listCommands,
		"version-get": func(map[string]any) Answer {
			return Answer{Text: d.options.Version + ".0", Arguments: map[string]any{"extended": d.options.Version + ".0 (lab)"}}
		},
		"status-get":     d.statusGet,
		"config-get":     d.configGet,
		"config-test":    d.configTest,
		"config-set":     d.configSet,
		"config-write":   d.configWrite,
		"config-reload":  func(map[string]any) Answer { return d.outcome(d.reload()) },
		"leases-reclaim": d.leasesReclaim,
		"build-report":   func(map[string]any) Answer { return Answer{Text: "Package:\n  Version: " + d.options.Version + ".0"} },
		"server-tag-get": func(map[string]any) Answer {
			return Answer{Arguments: map[string]any{"server-tag": text(d.config["server-tag"])}}
		},
		"dhcp-disable":      d.serve(false),
		"dhcp-enable":       d.serve(true),
		"statistic-get":     d.statistic,
		"statistic-get-all": d.statistics,
	}
	if !d.is("2.2") {
		known["config-hash-get"] = func(map[string]any) Answer { return Answer{Arguments: map[string]any{"hash": d.hash()}} }
	}
	if d.is("3.0") {
		known[d.subnetList()+"-select-test"] = d.selectTest
	}
	if d.noHooks {
		return known
	}
	if d.options.LeaseCommands {
		d.addLeaseCommands(known)
	}
	if d.options.HostCommands {
		d.addHostCommands(known)
	}
	if d.options.SubnetCommands {
		d.addSubnetCommands(known)
	}
	if d.options.ClassCommands {
		d.addClassCommands(known)
	}
	if d.options.StatCommands {
		known[fmt.Sprintf("stat-lease%d-get", d.family)] = d.leaseStatistics
	}
	return known
}

func (d *daemon) run(name string, arguments json.RawMessage) Answer {
	handler, known := d.handlers()[name]
	if !known {
		return Answer{Result: resultUnsupported, Text: fmt.Sprintf("'%s' command not supported.", name)}
	}
	var tree map[string]any
	if len(arguments) > 0 && string(arguments) != "null" {
		var err error
		if tree, err = decode(arguments); err != nil {
			return failed("%v", err)
		}
	}
	return handler(tree)
}

func (d *daemon) listCommands(map[string]any) Answer {
	names := []string{}
	for name := range d.handlers() {
		names = append(names, name)
	}
	slices.Sort(names)
	return Answer{Arguments: names}
}

func (d *daemon) statusGet(map[string]any) Answer {
	seconds := int64(time.Since(d.start) / time.Second)
	status := map[string]any{"pid": 1, "uptime": seconds, "reload": seconds, "multi-threading-enabled": !d.is("2.2"), "sockets": map[string]any{"status": "ready"}}
	if !d.is("2.2") {
		status["dhcp-state"] = map[string]any{"globally-disabled": d.disabled, "disabled-by-user": d.disabled}
	}
	return Answer{Arguments: status}
}

// serve starts or stops the answers to clients.
func (d *daemon) serve(on bool) func(map[string]any) Answer {
	return func(map[string]any) Answer {
		d.disabled = !on
		if on {
			return Answer{Text: "DHCP service successfully enabled"}
		}
		return Answer{Text: "DHCPv4 service disabled"}
	}
}

func (d *daemon) outcome(err error) Answer {
	if err != nil {
		return failed("%v", err)
	}
	answer := Answer{Text: "Configuration successful."}
	if !d.is("2.2") {
		answer.Arguments = map[string]any{"hash": d.hash()}
	}
	return answer
}

func (d *daemon) hash() string {
	_, sum := d.render()
	return sum
}

func (d *daemon) configGet(map[string]any) Answer {
	text, sum := d.render()
	arguments := map[string]any{d.root(): text}
	if !d.is("2.2") {
		arguments["hash"] = sum
	}
	return Answer{Arguments: arguments}
}

// given reads the configuration of a config-test or config-set.
func (d *daemon) given(arguments map[string]any) (map[string]any, error) {
	if arguments == nil {
		return nil, errors.New("Missing mandatory 'arguments' parameter.") //nolint:staticcheck,revive // Kea's words
	}
	for name := range arguments {
		if name != d.root() {
			return nil, fmt.Errorf("Unsupported '%s' parameter.", name) //nolint:staticcheck,revive // Kea's words
		}
	}
	config, ok := arguments[d.root()].(map[string]any)
	if !ok {
		return nil, fmt.Errorf("Missing mandatory '%s' parameter.", d.root()) //nolint:staticcheck,revive // Kea's words
	}
	return d.checked(config)
}

func (d *daemon) configTest(arguments map[string]any) Answer {
	if _, err := d.given(arguments); err != nil {
		return failed("%v", err)
	}
	return Answer{Text: "Configuration seems sane."}
}

func (d *daemon) configSet(arguments map[string]any) Answer {
	config, err := d.given(arguments)
	if err == nil {
		d.noHooks, d.noLeases = false, false
		d.use(config)
	}
	return d.outcome(err)
}

// configWrite writes what config-get shows: inherited values are frozen in the file.
func (d *daemon) configWrite(map[string]any) Answer {
	if d.options.ReadOnlyConfig {
		return failed("Error during config-write: Unable to open file /etc/kea/kea-%s.conf for writing", d.service())
	}
	text, _ := d.render()
	d.file = text
	return Answer{Text: "Configuration written to file successful", Arguments: map[string]any{"size": len(text)}}
}
