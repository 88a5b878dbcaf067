package catalog

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
)

// Layout says what a tree holds.
type Layout struct {
	// Only are the files to render; nil renders all.
	Only []string
	// Flat leaves out the folders and the files of the waves.
	Flat bool
	// Present are base names of manifests that exist beside the rendered ones.
	Present []string
}

// Tree is a rendered catalog as the files of a repository.
type Tree struct {
	// Services are the names of the rendered services, sorted.
	Services []string
	// Manifests are the texts of the services, by name.
	Manifests map[string]string
	// Files are all generated texts by their paths, Kustomizations those of the waves.
	Files, Kustomizations map[string]string
	Waves                 Waves
	// Errors are all that kept the tree from being rendered; with any, the tree is not
	// to be used. Findings are the schema's, Warnings all else that is odd.
	Errors   []error
	Findings []Finding
	Warnings []string
}

// Tree renders the catalog. It goes on after an error, so that one run reports all.
func (c *Catalog) Tree(options Options, layout Layout) *Tree {
	t := &Tree{Services: []string{}, Manifests: map[string]string{}, Files: map[string]string{}, Kustomizations: map[string]string{}}
	wanted := layout.Only
	if wanted == nil {
		wanted = c.Files()
	}
	c.renderAll(t, options, slices.Sorted(slices.Values(wanted)))
	for _, err := range c.Ignored() {
		var e *DefinitionError
		if errors.As(err, &e) && !slices.Contains(wanted, e.File) {
			t.Warnings = append(t.Warnings, fmt.Sprintf("%s: cannot be read, so the services that it calls do not know of it: %s", e.File, err))
		}
	}
	waves, err := c.Waves()
	if err != nil {
		t.Errors = append(t.Errors, err)
		return t
	}
	t.Waves = waves
	c.place(t, options.Platform, layout)
	return t
}

// manifestName is a service's name that can stand as the name of its file.
var manifestName = regexp.MustCompile(`^[A-Za-z0-9]([-A-Za-z0-9_.]*[A-Za-z0-9])?$`)

func (c *Catalog) renderAll(t *Tree, options Options, files []string) {
	definedIn := map[string]string{}
	for _, file := range files {
		text, err := c.Render(file, options)
		if err != nil {
			t.Errors = append(t.Errors, err)
			continue
		}
		d, err := c.Definition(file)
		if err == nil {
			err = c.addService(t, d, definedIn, text)
		}
		if err != nil {
			t.Errors = append(t.Errors, err)
		}
		findings, err := c.Check(file)
		if err != nil {
			t.Errors = append(t.Errors, err)
		}
		t.Findings = append(t.Findings, findings...)
	}
	slices.Sort(t.Services)
}

// addService refuses a name that would write over another service's file or leave the tree.
func (c *Catalog) addService(t *Tree, d *Definition, definedIn map[string]string, text string) error {
	name := d.name()
	switch first, ok := definedIn[name]; {
	case ok:
		return &DefinitionError{File: d.file, Field: "name", Line: d.Name.Line,
			Message: fmt.Sprintf("the service %s is defined in %s too", name, first)}
	case !manifestName.MatchString(name):
		return &DefinitionError{File: d.file, Field: "name", Line: d.Name.Line,
			Message: fmt.Sprintf("the name %q cannot be that of a file", name)}
	}
	definedIn[name] = d.file
	t.Services = append(t.Services, name)
	t.Manifests[name] = text
	return nil
}

// place gives each text its path.
func (c *Catalog) place(t *Tree, p Platform, layout Layout) {
	if layout.Flat {
		for name, text := range t.Manifests {
			t.Files["apps/"+name+".yaml"] = text
		}
		return
	}
	present := slices.Clone(layout.Present)
	for name, text := range t.Manifests {
		t.Files[WaveDirectory(t.Waves[name])+"/"+name+".yaml"] = text
		present = append(present, name+".yaml")
	}
	plan := c.Plan(t.Waves, p.ExtraUnits, present)
	t.Kustomizations = plan.WaveFiles()
	for path, text := range t.Kustomizations {
		t.Files[path] = text
	}
	for _, wave := range plan.Waves() {
		if _, ok := plan[wave-1]; wave > 0 && !ok {
			t.Warnings = append(t.Warnings, fmt.Sprintf("wave %d depends on %s, which has no files and is not generated", wave, waveName(wave-1)))
		}
	}
}
