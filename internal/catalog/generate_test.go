package catalog

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/catalog/yaml11"
)

// FuzzGenerated renders definitions made of a seed: real fields, in which a value is at
// times of the wrong type, empty, shared by two fields, or full of odd characters.
func FuzzGenerated(f *testing.F) {
	for seed := range uint64(60) {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, seed uint64) {
		g := &generator{Rand: rand.New(rand.NewPCG(seed, 0))}
		definition := g.definition()
		readsBack(t, definition)
		checkRendering(t, yaml11.Dump(definition))
	})
}

// TestGeneratedRender: the generator is no good if nearly nothing of it renders.
func TestGeneratedRender(t *testing.T) {
	rendered := 0
	for seed := range uint64(200) {
		g := &generator{Rand: rand.New(rand.NewPCG(seed, 0))}
		c := New([]File{{"a.yaml", yaml11.Dump(g.definition())}})
		if _, err := c.Render("a.yaml", Options{Platform: DefaultPlatform()}); err == nil {
			rendered++
		}
	}
	if rendered < 40 {
		t.Errorf("%d of 200 generated definitions render, want at least 40", rendered)
	}
}

// generator makes definitions; made are collections that may be used a second time.
type generator struct {
	*rand.Rand
	made []*yaml11.Value
}

func (g *generator) one(n int) bool { return g.IntN(n) == 0 }

func (g *generator) definition() *yaml11.Value {
	d := yaml11.Object()
	g.field(d, "name", g.text)
	g.field(d, "source", func() *yaml11.Value {
		return yaml11.Object().SetString("image", "registry.example.com/a:1").SetString("vmTemplate", "disk:1")
	})
	optional := g.optional()
	for _, name := range slices.Sorted(maps.Keys(optional)) { // in one order for one seed
		if g.one(3) {
			g.field(d, name, optional[name])
		}
	}
	return d
}

func (g *generator) optional() map[string]func() *yaml11.Value {
	word := func(words ...string) func() *yaml11.Value {
		return func() *yaml11.Value { return yaml11.String(words[g.IntN(len(words))]) }
	}
	object := func(fields map[string]func() *yaml11.Value) func() *yaml11.Value {
		return func() *yaml11.Value {
			o := yaml11.Object()
			for _, name := range slices.Sorted(maps.Keys(fields)) {
				g.field(o, name, fields[name])
			}
			return o
		}
	}
	list := func(item func() *yaml11.Value) func() *yaml11.Value {
		return func() *yaml11.Value {
			l := yaml11.List()
			for range g.IntN(4) {
				l.Items = append(l.Items, item())
			}
			return l
		}
	}
	return map[string]func() *yaml11.Value{
		"kind":               word("container", "vm"),
		"egress":             word("internet", "vpn"),
		"exposure":           word("public", "internal"),
		"auth":               object(map[string]func() *yaml11.Value{"mode": word(forwardAuth, oidc, "native", "none"), "groups": list(g.text)}),
		"ingressRoutes":      list(object(map[string]func() *yaml11.Value{"host": g.text, "port": g.port})),
		"dependencies":       list(object(map[string]func() *yaml11.Value{"to": g.text, "port": g.port, "protocol": word("tcp", "udp")})),
		"inClusterClients":   list(object(map[string]func() *yaml11.Value{"namespace": g.text, "port": g.port})),
		"storage":            list(object(map[string]func() *yaml11.Value{"name": g.text, "class": word("longhorn", "bulk"), "size": g.text, "export": g.text})),
		"env":                list(object(map[string]func() *yaml11.Value{"name": g.text, "value": g.any})),
		"lifecycle":          g.any,
		"podSecurityContext": g.any,
		"hardware":           object(map[string]func() *yaml11.Value{"gpu": word("intel-quicksync", "none")}),
		"observability": object(map[string]func() *yaml11.Value{
			"slis": list(word("up", "http_errors")), "metricsEndpoint": object(map[string]func() *yaml11.Value{"port": g.port}),
		}),
		"update": object(map[string]func() *yaml11.Value{"pin": g.text, "range": g.text, "channel": g.any}),
		"backup": object(map[string]func() *yaml11.Value{"policy": g.any}),
	}
}

// field sets a field, at times to anything.
func (g *generator) field(o *yaml11.Value, name string, value func() *yaml11.Value) {
	if g.one(40) {
		o.Set(name, g.any())
		return
	}
	o.Set(name, value())
}

func (g *generator) port() *yaml11.Value { return integer(1 + g.IntN(65535)) }

// pieces are what texts are made of: indicators, look-alikes of other types, breaks.
var pieces = []string{
	"a", "b-c", " ", "  ", ": ", " #", "'", `"`, `\`, "\n", "\n\n", "\t", "\r", "\u0085", "\u2028", "\ufeff", "é", "🚀", "\x00", "\x1b",
	"- ", "?", "*", "&", "!", "%", "@", "`", "{", "}", "[", "]", ",", "|", ">", "~", "=", "<<", "---", "...", "yes", "null", "0x1F",
	"1.5", "1:20", "2026-01-01", "${BASE_DOMAIN}", "$${X}", "${X:-y}", "0123", ".inf",
}

func (g *generator) text() *yaml11.Value {
	var b strings.Builder
	for range g.IntN(6) {
		b.WriteString(pieces[g.IntN(len(pieces))])
	}
	if g.one(50) {
		b.WriteString(strings.Repeat("word and \"another\" ", 300))
	}
	if g.one(3) {
		return yaml11.String(fmt.Sprintf("service-%d", g.IntN(5)))
	}
	return yaml11.String(b.String())
}

func (g *generator) any() *yaml11.Value { return g.nested(3) }

func (g *generator) nested(depth int) *yaml11.Value {
	if len(g.made) > 0 && g.one(6) {
		return g.made[g.IntN(len(g.made))]
	}
	v := &yaml11.Value{Kind: yaml11.Seq}
	switch n := g.IntN(10); {
	case n < 3 && depth > 0:
		for range g.IntN(4) {
			v.Items = append(v.Items, g.nested(depth-1))
		}
	case n < 6 && depth > 0:
		v.Kind = yaml11.Map
		for i := range g.IntN(4) {
			key := g.text()
			key.Text += fmt.Sprint(i) // keys differ
			v.Pairs = append(v.Pairs, yaml11.Pair{Key: key, Value: g.nested(depth - 1)})
		}
	case n == 6:
		v = &yaml11.Value{Kind: yaml11.Date, Text: "2026-01-01"}
	case n == 7:
		return []*yaml11.Value{{Kind: yaml11.Null, Text: "null"}, yaml11.Boolean(true), integer(-7), {Kind: yaml11.Float, Text: "1.0e+16"}}[g.IntN(4)]
	default:
		return g.text()
	}
	g.made = append(g.made, v)
	return v
}
