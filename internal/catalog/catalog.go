package catalog

import (
	"fmt"
	"slices"
	"strings"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/catalog/yaml11"
)

// File is one definition's text. Its name appears in messages and must be unique.
type File struct {
	Name, Text string
}

// Options are what a rendering depends on besides the definitions.
type Options struct {
	Platform Platform
	// ImageAutomation adds the ImageRepository and the ImagePolicy.
	ImageAutomation bool
}

// Catalog is a set of definitions that see each other.
type Catalog struct {
	entries    []*entry
	dependents map[string][]Dependent // by the identity of the service depended on
}

// entry is one file: either root or err.
type entry struct {
	file string
	root *yaml11.Value
	err  error
}

// Dependent is a service that depends on another, with the port that it uses.
type Dependent struct {
	From, Port *yaml11.Value
	Protocol   string
}

// New reads the files in the order of their names. A file that cannot be read is kept
// with its error, which concerns only those who render that file.
func New(files []File) *Catalog {
	files = slices.SortedFunc(slices.Values(files), func(a, b File) int { return strings.Compare(a.Name, b.Name) })
	c := &Catalog{dependents: map[string][]Dependent{}}
	for _, f := range files {
		e := &entry{file: f.Name}
		root, err := yaml11.Load(f.Text)
		if err != nil {
			e.err = unreadable(f.Name, err)
		}
		e.root = root
		c.entries = append(c.entries, e)
		c.addDependencies(e)
	}
	for _, list := range c.dependents {
		slices.SortStableFunc(list, compareDependents)
	}
	return c
}

// Files are the names of the definitions, sorted.
func (c *Catalog) Files() []string {
	names := make([]string, len(c.entries))
	for i, e := range c.entries {
		names[i] = e.file
	}
	return names
}

// Ignored are the errors of files that could not be read, by which other services were
// rendered as if they did not exist.
func (c *Catalog) Ignored() []error {
	var errs []error
	for _, e := range c.entries {
		if e.err != nil {
			errs = append(errs, e.err)
		}
	}
	return errs
}

// Definition returns one file's definition with its defaults.
func (c *Catalog) Definition(file string) (*Definition, error) {
	e, err := c.entry(file)
	if err != nil {
		return nil, err
	}
	return read(file, e.root)
}

// Render renders the service of one file.
func (c *Catalog) Render(file string, options Options) (string, error) {
	d, err := c.Definition(file)
	if err != nil {
		return "", err
	}
	r := &renderer{Definition: d, platform: options.Platform}
	text, err := r.text(c.dependents[yaml11.Repr(d.Name)], options.ImageAutomation)
	if err != nil {
		return "", err
	}
	if err := checkSubstitution(file, text, options.Platform.ClusterVars); err != nil {
		return "", err
	}
	return text, nil
}

func (c *Catalog) entry(file string) (*entry, error) {
	i, found := slices.BinarySearchFunc(c.entries, file, func(e *entry, name string) int { return strings.Compare(e.file, name) })
	if !found {
		return nil, &DefinitionError{File: file, Message: fmt.Sprintf("the catalog holds no file %s", file)}
	}
	return c.entries[i], c.entries[i].err
}

// service is the name of the entry's service; nil for a file that holds none.
func (e *entry) service() *yaml11.Value {
	if e.err != nil {
		return nil
	}
	return given(e.root.Get("name"))
}

// addDependencies notes who the entry's service depends on. What is wrong with them is
// reported when the service itself is rendered.
func (c *Catalog) addDependencies(e *entry) {
	from := e.service()
	if from == nil {
		return
	}
	for _, item := range e.dependencies() {
		to, port := set(item.Get("to")), set(item.Get("port"))
		if to == nil || port == nil {
			continue
		}
		id := yaml11.Repr(to)
		c.dependents[id] = append(c.dependents[id], Dependent{From: from, Port: port, Protocol: protocol(item)})
	}
}

// dependencies are the entry's, of whatever shape.
func (e *entry) dependencies() []*yaml11.Value {
	if list := e.root.Get("dependencies"); list != nil {
		return list.Items
	}
	return nil
}

// compareDependents orders by service, then port, then protocol.
func compareDependents(a, b Dependent) int {
	if c := strings.Compare(yaml11.PlainText(a.From), yaml11.PlainText(b.From)); c != 0 {
		return c
	}
	if c := comparePorts(a.Port, b.Port); c != 0 {
		return c
	}
	return strings.Compare(a.Protocol, b.Protocol)
}
