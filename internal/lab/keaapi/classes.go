package keaapi

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// checkClasses refuses what Kea refuses of client classes: each may refer to those before it.
func (d *daemon) checkClasses(config map[string]any) error {
	defined := []string{"ALL", "KNOWN", "UNKNOWN", "BOOTP"}
	builtIn := len(defined)
	for _, class := range trees(config["client-classes"]) {
		name, test := text(class["name"]), text(class["test"])
		for key := range class {
			if !slices.Contains(d.classKeys(), key) {
				return fmt.Errorf("spurious '%s' parameter (<wire>:0:99)", key)
			}
		}
		switch at := slices.Index(defined, name); {
		case at >= builtIn:
			return fmt.Errorf("Can't add class: Client Class: %s has already been defined (<wire>:0:142)", name) //nolint:staticcheck // Kea's words
		case at >= 0 && test != "":
			return fmt.Errorf("built-in class '%s' test expression must be empty", name)
		}
		if err := checkTest(test, defined); err != nil {
			return err
		}
		if err := d.checkOptions(class); err != nil {
			return err
		}
		if d.is("2.2") {
			delete(class, "template-test") // taken and forgotten
		}
		if class["only-if-required"] == true && d.is("3.0") {
			class["only-in-additional-list"] = true
			delete(class, "only-if-required")
		}
		defined = append(defined, name)
	}
	return nil
}

func (d *daemon) classKeys() []string {
	keys := slices.Concat([]string{"name", "test", "template-test", "option-data", "only-if-required", "user-context"}, lifetimes)
	if d.family == 4 {
		keys = append(keys, "option-def", "next-server", "server-hostname", "boot-file-name")
	}
	if d.is("3.0") {
		keys = append(keys, "only-in-additional-list")
	}
	return keys
}

var memberOf = regexp.MustCompile(`member\('([^']*)'\)`)

// checkTest reads as much of an expression as tests of clients need.
func checkTest(test string, defined []string) error {
	for _, m := range memberOf.FindAllStringSubmatch(test, -1) {
		if !slices.Contains(defined, m[1]) {
			return fmt.Errorf("expression: [%s] error: <string>:1.8-11: Not defined client class '%s' at (<wire>:0:147)", test, m[1])
		}
	}
	if strings.Count(test, "(") != strings.Count(test, ")") {
		return fmt.Errorf("expression: [%s] error: <string>:1.30-31: syntax error, unexpected end of file, expecting ) at (<wire>:0:148)", test)
	}
	return nil
}

// showClasses fills in what config-get shows of every class.
func (d *daemon) showClasses(config map[string]any) {
	for _, class := range trees(config["client-classes"]) {
		withDefault(class, map[string]any{"option-data": []any{}})
		if d.family == 4 {
			withDefault(class, map[string]any{"boot-file-name": "", "next-server": "0.0.0.0", "server-hostname": "", "option-def": []any{}})
		}
	}
}

func (d *daemon) addClassCommands(known map[string]func(map[string]any) Answer) {
	known["class-add"] = func(a map[string]any) Answer { return d.classPut(a, false) }
	known["class-update"] = func(a map[string]any) Answer { return d.classPut(a, true) }
	known["class-del"] = d.classDel
}

func (d *daemon) classAt(config map[string]any, name string) int {
	return slices.IndexFunc(trees(config["client-classes"]), func(c map[string]any) bool { return text(c["name"]) == name })
}

func (d *daemon) classPut(arguments map[string]any, update bool) Answer {
	classes := trees(arguments["client-classes"])
	if len(classes) != 1 {
		return failed("invalid number of classes, expected one class")
	}
	name := text(classes[0]["name"])
	at := d.classAt(d.config, name)
	if update && at < 0 {
		return empty(fmt.Sprintf("Class '%s' is not found", name), nil)
	}
	err := d.change(func(config map[string]any) error {
		if update {
			list(config["client-classes"])[at] = copied(classes[0])
			return nil
		}
		config["client-classes"] = append(list(config["client-classes"]), copied(classes[0]))
		return nil
	})
	if err != nil {
		return failed("%v", err)
	}
	if update {
		return Answer{Text: fmt.Sprintf("Class '%s' updated", name)}
	}
	return Answer{Text: fmt.Sprintf("Class '%s' added", name)}
}

func (d *daemon) classDel(arguments map[string]any) Answer {
	name := text(arguments["name"])
	at := d.classAt(d.config, name)
	if at < 0 {
		return empty(fmt.Sprintf("Class '%s' not found", name), nil)
	}
	for _, class := range trees(d.config["client-classes"]) {
		for _, m := range memberOf.FindAllStringSubmatch(text(class["test"]), -1) {
			if m[1] == name {
				return failed("Class '%s' is used by class '%s'", name, text(class["name"]))
			}
		}
	}
	d.config["client-classes"] = slices.Delete(list(d.config["client-classes"]), at, at+1)
	d.touch()
	return Answer{Text: fmt.Sprintf("Class '%s' deleted", name)}
}
