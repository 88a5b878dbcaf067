package optionattr_test

import (
	"fmt"
	"maps"
	"net/netip"
	"slices"
	"strings"
	"testing"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/acctest"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/lab"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/lab/model"
)

type config = map[string]any

// with is a configuration with one more attribute.
func with(c config, name string, value any) config {
	c = maps.Clone(c)
	c[name] = value
	return c
}

// object is a resource that has options of its own.
type object struct {
	typeName, single string
	config           config
	at               config       // the level of it in a configuration of single
	level            model.Params // the level for the cmdlets
	get, set, remove string
	text, address    string // numbers of two options, of type String and address
	one, two         string // two spellings of an address
	another          string // an address
	third            int64  // an option of addresses that is nobody's
}

var (
	at      = netip.MustParseAddr
	objects = []object{
		{
			typeName: "dhcp_reservation", single: "dhcp_option_value", config: config{"scope_id": "10.1.0.0", "address": "10.1.0.50", "client_id": "aa-bb-cc-00-00-01"},
			at: config{"reserved_address": "10.1.0.50"}, level: model.Params{"ReservedIP": at("10.1.0.50")},
			get: "Get-DhcpServerv4OptionValue", set: "Set-DhcpServerv4OptionValue", remove: "Remove-DhcpServerv4OptionValue",
			text: "12", address: "42", one: "10.0.0.1", another: "10.0.0.2", third: 28,
		},
		{
			typeName: "dhcp_policy", single: "dhcp_option_value", config: config{"scope_id": "10.1.0.0", "name": "Phones", "processing_order": 1, "conditions": []any{config{"type": "mac_address", "operator": "EQ", "values": []any{"aa-bb-*"}}}},
			at: config{"scope_id": "10.1.0.0", "policy_name": "Phones"}, level: model.Params{"ScopeId": at("10.1.0.0"), "PolicyName": "Phones"},
			get: "Get-DhcpServerv4OptionValue", set: "Set-DhcpServerv4OptionValue", remove: "Remove-DhcpServerv4OptionValue",
			text: "12", address: "42", one: "10.0.0.1", another: "10.0.0.2", third: 28,
		},
		{
			typeName: "dhcp_reservation_v6", single: "dhcp_option_value_v6",
			config: config{"prefix": "2001:db8:0:1::", "address": "2001:db8:0:1::20", "client_duid": "00-03-00-01-00-15-5d-01-02-03", "iaid": 1},
			at:     config{"reserved_address": "2001:db8:0:1::20"}, level: model.Params{"ReservedIP": at("2001:db8:0:1::20")},
			get: "Get-DhcpServerv6OptionValue", set: "Set-DhcpServerv6OptionValue", remove: "Remove-DhcpServerv6OptionValue",
			text: "24", address: "31", one: "2001:db8::1", two: "2001:DB8:0::1", another: "2001:db8::2", third: 22,
		},
	}
)

func start(t *testing.T) *acctest.WindowsLab {
	l := acctest.Windows(t, lab.Options{})
	l.By("Add-DhcpServerv4Scope", model.Params{"Name": "Office", "StartRange": at("10.1.0.10"), "EndRange": at("10.1.0.200"), "SubnetMask": at("255.255.255.0")})
	l.By("Add-DhcpServerv6Scope", model.Params{"Prefix": at("2001:db8:0:1::"), "Name": "Lab"})
	return l
}

// standing writes the options of the object as they stand on the server, by number.
func (o object) standing(l *acctest.WindowsLab) string {
	var out []string
	for _, row := range l.By(o.get, o.level) {
		if id := row.Properties["OptionId"]; id != int64(51) && id != int64(81) {
			out = append(out, fmt.Sprintf("%v=%s", id, strings.Join(row.Properties["Value"].([]string), ",")))
		}
	}
	slices.Sort(out)
	return strings.Join(out, " ")
}

func (o object) by(l *acctest.WindowsLab, cmdlet string, params model.Params) {
	params = maps.Clone(params)
	maps.Copy(params, o.level)
	l.By(cmdlet, params)
}

// Options of an object over its life: made with it, respelled, changed, drifted, taken out,
// imported without them, and beside a value of somebody else.
func TestOptionsLife(t *testing.T) {
	for _, o := range objects {
		t.Run(o.typeName, func(t *testing.T) {
			l := start(t)
			p := l.Protocol()
			life := p.Life(t, o.typeName)
			step := func(options any, standing string, want ...string) {
				t.Helper()
				changed, messages := life.Apply(t, with(o.config, "options", options))
				if !slices.Equal(changed, want) || messages != "" || o.standing(l) != standing {
					t.Errorf("%v changed %v, want %v, and left %q, want %q: %s", options, changed, want, o.standing(l), standing, messages)
				}
			}
			both := o.text + "=a.example " + o.address + "=" + o.one
			step(config{o.text: []any{"a.example"}, o.address: []any{o.one}}, both, "id")
			if o.two != "" {
				step(config{o.text: []any{"a.example"}, o.address: []any{o.two}}, both)
			}
			o.by(l, o.set, model.Params{"OptionId": o.third, "Value": []string{o.another}})
			foreign := fmt.Sprintf(" %d=%s", o.third, o.another)
			sorted := func(list string) string {
				parts := strings.Fields(list)
				slices.Sort(parts)
				return strings.Join(parts, " ")
			}
			if messages := life.Read(t); messages != "" || len(life.State(t)["options"].(map[string]any)) != 2 {
				t.Errorf("%v: %s", life.State(t)["options"], messages)
			}
			o.by(l, o.remove, model.Params{"OptionId": []int64{number(o.address)}})
			if messages := life.Read(t); messages != "" || len(life.State(t)["options"].(map[string]any)) != 1 {
				t.Errorf("%v: %s", life.State(t)["options"], messages)
			}
			step(config{o.text: []any{"a.example"}, o.address: []any{o.another}}, sorted(o.text+"=a.example "+o.address+"="+o.another+foreign), "options")
			step(config{o.text: []any{"b.example"}}, sorted(o.text+"=b.example"+foreign), "options")
			imported := p.Life(t, o.typeName)
			if messages := imported.Import(t, life.State(t)["id"].(string), false); messages != "" || imported.State(t)["options"] != nil {
				t.Errorf("imported %v: %s", imported.State(t)["options"], messages)
			}
			step(nil, sorted(foreign), "options")
			step(nil, sorted(foreign))
		})
	}
}

func number(key string) (id int64) {
	_, _ = fmt.Sscan(key, &id)
	return id
}

// The same option in two places would be set by each in turn: the second is refused. Other
// options of the same object, and those of a class, are not.
func TestOptionsManagedTwice(t *testing.T) {
	for _, o := range objects {
		for _, first := range []bool{true, false} {
			l := start(t)
			p := l.Protocol()
			inside := func() string {
				return acctest.Messages(p.Plan(t, o.typeName, with(o.config, "options", config{o.text: []any{"a.example"}})).Diagnostics)
			}
			beside := func(id string) string {
				c := with(with(o.at, "option_id", int(number(id))), "values", []any{map[bool]string{true: "a.example", false: o.one}[id == o.text]})
				return acctest.Messages(p.Plan(t, o.single, c).Diagnostics)
			}
			got := [2]string{}
			if first {
				got[0], got[1] = inside(), beside(o.text)
			} else {
				got[0], got[1] = beside(o.text), inside()
			}
			if strings.Contains(got[0], "error") || !strings.Contains(got[1], "Managed twice") {
				t.Errorf("%s: first %q, then %q", o.typeName, got[0], got[1])
			}
			if got := beside(o.address); got != "" {
				t.Errorf("%s: another option: %s", o.typeName, got)
			}
		}
	}
}

// What is wrong is said with its path before anything is sent, and what fails leaves the
// state as the server is.
func TestOptionsRefused(t *testing.T) {
	for _, o := range objects {
		l := start(t)
		p := l.Protocol()
		for want, options := range map[string]config{
			`ElementKeyString("03")`:    {"03": []any{"10.0.0.1"}},
			`"x" is not the number`:     {"x": []any{"10.0.0.1"}},
			"needs at least one value":  {o.address: []any{}},
			`ElementKeyString("65536")`: {"65536": []any{"10.0.0.1"}},
		} {
			if got := acctest.Messages(p.Validate(t, o.typeName, with(o.config, "options", options))); !strings.Contains(got, want) {
				t.Errorf("%s %v: %s", o.typeName, options, got)
			}
		}
		if got := acctest.Messages(p.Validate(t, o.typeName, with(o.config, "options", config{o.address: acctest.Unknown}))); got != "" {
			t.Error(got)
		}
		if got := acctest.Messages(p.Plan(t, o.typeName, with(o.config, "options", config{o.address: []any{"nothing"}})).Diagnostics); !strings.Contains(got, `"nothing" is not an IP`) {
			t.Errorf("%s: %s", o.typeName, got)
		}
		life := p.Life(t, o.typeName)
		if _, messages := life.Apply(t, o.config); messages != "" {
			t.Fatal(messages)
		}
		_, messages := life.Apply(t, with(o.config, "options", config{"200": []any{"x"}}))
		left, _ := life.State(t)["options"].(map[string]any)
		if !strings.Contains(messages, "is not defined yet") || !strings.Contains(messages, "needs a definition") || len(left) > 0 {
			t.Errorf("%s with an option that is not defined: %v, %s", o.typeName, life.State(t)["options"], messages)
		}
	}
}

// An object that stands there as configured already is taken over, and gets its options.
func TestOptionsOfAnObjectTakenOver(t *testing.T) {
	for _, o := range objects {
		l := start(t)
		if _, messages := l.Protocol().Life(t, o.typeName).Apply(t, o.config); messages != "" {
			t.Fatal(messages)
		}
		life := l.Protocol().Life(t, o.typeName)
		_, messages := life.Apply(t, with(o.config, "options", config{o.text: []any{"a.example"}}))
		if !strings.HasPrefix(messages, "warning: The object existed already") || o.standing(l) != o.text+"=a.example" {
			t.Errorf("%s: %q is set: %s", o.typeName, o.standing(l), messages)
		}
		if changed, messages := life.Apply(t, with(o.config, "options", config{o.text: []any{"a.example"}})); len(changed) > 0 || messages != "" {
			t.Errorf("%s changes %v once more: %s", o.typeName, changed, messages)
		}
	}
}
