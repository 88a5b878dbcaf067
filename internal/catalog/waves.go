package catalog

import (
	"slices"
	"strings"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/catalog/yaml11"
)

// Waves tells the wave of each service and of each thing depended on that has no
// definition, such as a database: 0 without dependencies, else one more than the
// highest of what it depends on.
type Waves map[string]int

// Waves sorts the services by their dependencies. Files that hold no service are passed
// over. A circle is a *CycleError.
func (c *Catalog) Waves() (Waves, error) {
	w := &waveSorter{needs: map[string][]string{}, waves: Waves{}, place: map[string]int{}}
	services := c.Services()
	for _, e := range c.entries {
		name := e.service()
		if name == nil {
			continue
		}
		var needs []string
		for _, item := range e.dependencies() {
			if to := set(item.Get("to")); to != nil {
				needs = append(needs, yaml11.PlainText(to))
			}
		}
		w.needs[yaml11.PlainText(name)] = needs
	}
	for _, name := range services {
		if _, err := w.visit(name); err != nil {
			return nil, err
		}
	}
	return w.waves, nil
}

// Services are the names of the services, in the order of their files.
func (c *Catalog) Services() []string {
	var names []string
	for _, e := range c.entries {
		if name := e.service(); name != nil {
			names = append(names, yaml11.PlainText(name))
		}
	}
	return names
}

// waveSorter walks the dependencies in depth; path is the way to the current service,
// place where each of its names stands in it.
type waveSorter struct {
	needs map[string][]string
	waves Waves
	path  []string
	place map[string]int
}

func (w *waveSorter) visit(name string) (int, error) {
	if wave, ok := w.waves[name]; ok {
		return wave, nil
	}
	if i, ok := w.place[name]; ok {
		return 0, &CycleError{Path: append(slices.Clone(w.path[i:]), name)}
	}
	w.place[name] = len(w.path)
	w.path = append(w.path, name)
	wave := 0
	for _, need := range w.needs[name] {
		below, err := w.visit(need)
		if err != nil {
			return 0, err
		}
		wave = max(wave, below+1)
	}
	w.path = w.path[:len(w.path)-1]
	delete(w.place, name)
	w.waves[name] = wave
	return wave, nil
}

// Sorted returns the names by wave, then by name.
func (w Waves) Sorted() []string {
	names := make([]string, 0, len(w))
	for name := range w {
		names = append(names, name)
	}
	slices.SortFunc(names, func(a, b string) int {
		if w[a] != w[b] {
			return w[a] - w[b]
		}
		return strings.Compare(a, b)
	})
	return names
}
