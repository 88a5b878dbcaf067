// Package conformance runs cases that say what a Windows DHCP server answers against the
// lab's model, through either of the lab's engines.
package conformance

import (
	"bytes"
	"embed"
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"time"
)

// Case is a story of calls and events on one or two servers and what each call must answer.
type Case struct {
	Name   string `json:"case"`
	About  string `json:"about"`
	Grade  string `json:"grade"`
	Source string `json:"source"`
	Steps  []Step `json:"steps"`
}

// Step is a call or an event.
type Step struct {
	Server string         `json:"server"`
	Cmdlet string         `json:"cmdlet"`
	Args   map[string]any `json:"args"`
	Expect Expect         `json:"expect"`
	Event  string         `json:"event"`
}

// Expect is what a call must answer.
type Expect struct {
	Rows     []map[string]any `json:"rows"`
	AnyOrder bool             `json:"any_order"`
	Text     []string         `json:"text"`
	Error    *ExpectError     `json:"error"`
}

// ExpectError is the error that a call must report; what is left out is not compared.
type ExpectError struct {
	ID       string   `json:"id"`
	OneOf    []string `json:"one_of"`
	Category string   `json:"category"`
}

//go:embed testdata/*.json
var files embed.FS

// All returns the cases of all files of this package.
func All() ([]Case, error) {
	entries, err := files.ReadDir("testdata")
	if err != nil {
		return nil, err
	}
	var all []Case
	for _, entry := range entries {
		text, err := files.ReadFile("testdata/" + entry.Name())
		if err != nil {
			return nil, err
		}
		cases, err := read(entry.Name(), text)
		if err != nil {
			return nil, err
		}
		all = append(all, cases...)
	}
	return all, nil
}

// ReadFile reads the cases of one file.
func ReadFile(path string) ([]Case, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	return read(path, text)
}

func read(path string, text []byte) ([]Case, error) {
	var cases []Case
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&cases); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	for i := range cases {
		for j := range cases[i].Steps {
			if err := cases[i].Steps[j].natives(); err != nil {
				return nil, fmt.Errorf("%s: case %s: step %d: %w", path, cases[i].Name, j, err)
			}
		}
	}
	return cases, nil
}

// natives turns what JSON cannot say (durations, times, whole numbers) into Go values.
func (s *Step) natives() error {
	for name, v := range s.Args {
		n, err := native(v)
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		s.Args[name] = n
	}
	for _, row := range s.Expect.Rows {
		for name, v := range row {
			n, err := native(v)
			if err != nil {
				return fmt.Errorf("%s: %w", name, err)
			}
			row[name] = n
		}
	}
	return nil
}

func native(v any) (any, error) {
	switch t := v.(type) {
	case json.Number:
		if strings.ContainsAny(t.String(), ".eE") {
			return t.Float64()
		}
		return t.Int64()
	case []any:
		out := make([]any, len(t))
		for i, item := range t {
			n, err := native(item)
			if err != nil {
				return nil, err
			}
			out[i] = n
		}
		return out, nil
	case map[string]any:
		return special(t)
	}
	return v, nil
}

// special reads {"seconds": n} and {"time": "…"}.
func special(m map[string]any) (any, error) {
	if n, ok := m["seconds"].(json.Number); ok && len(m) == 1 {
		seconds, err := n.Float64()
		return time.Duration(seconds * float64(time.Second)), err
	}
	if s, ok := m["time"].(string); ok && len(m) == 1 {
		return time.Parse(time.RFC3339, s)
	}
	return nil, fmt.Errorf("a value is neither a duration nor a time: %v", m)
}

// secondServer tells whether the case is about two servers.
func (c Case) secondServer() bool {
	text, err := json.Marshal(c.Steps)
	return err == nil && (bytes.Contains(text, []byte("DHCP2")) || bytes.Contains(text, []byte("192.0.2.12")) || bytes.Contains(bytes.ToLower(text), []byte("dhcp2.")))
}

// cmdlets returns the cmdlets that the case calls.
func (c Case) cmdlets() []string {
	var names []string
	for _, s := range c.Steps {
		if s.Cmdlet != "" {
			names = append(names, s.Cmdlet)
		}
	}
	return names
}
