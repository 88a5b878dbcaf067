package sitevalues

import "slices"

// validate merges the layers and looks at every field of the result.
func (c *Cluster) validate() {
	var values []map[string]any
	for _, layer := range c.layers {
		values = append(values, layer.values)
	}
	c.values = merge(values...)
	c.checkKeys(c.values, nil, "dhcp_values", "apiServer", "crossplane")
	c.checkScope()
	c.checkAPIServer()
	c.checkCrossplane()
}

// checkKeys reports the keys of a map that are no fields.
func (c *Cluster) checkKeys(m map[string]any, at fieldPath, known ...string) {
	for key := range m {
		if !slices.Contains(known, key) {
			c.add(UnknownField, at.with(key), "there is no such field here%s", suggest(key, known))
		}
	}
}

// section returns the map of a field and reports its unknown keys. A missing one counts
// as empty. What is no map is reported, and not looked at.
func (c *Cluster) section(parent map[string]any, at fieldPath, known ...string) (map[string]any, bool) {
	value, there := parent[at[len(at)-1].(string)]
	if !there {
		return map[string]any{}, true
	}
	m, ok := value.(map[string]any)
	if !ok {
		c.add(InvalidType, at, "has to be a map, not %s", describe(value))
		return nil, false
	}
	c.checkKeys(m, at, known...)
	return m, true
}

// required returns a required scalar that is not blank, and reports it with the code
// otherwise.
func (c *Cluster) required(m map[string]any, at fieldPath, code Code) (any, bool) {
	value, there := m[at[len(at)-1].(string)]
	if !there || blank(value) {
		c.add(code, at, "is required and %s", map[bool]string{true: "blank", false: "missing"}[there])
		return nil, false
	}
	return value, true
}

// requireText reports a required field that is missing, or is no string.
func (c *Cluster) requireText(m map[string]any, at fieldPath, missing Code) {
	if value, ok := c.required(m, at, missing); ok {
		c.checkText(value, at)
	}
}

func (c *Cluster) checkText(value any, at fieldPath) {
	if _, ok := value.(string); !ok {
		c.add(InvalidType, at, "has to be a string, not %s: put it in quotes if it is meant as text", describe(value))
	}
}

// checkAPIServer looks at the block that says where a REST service is.
func (c *Cluster) checkAPIServer() {
	if c.values["apiServer"] == nil {
		return
	}
	at := fieldPath{"apiServer"}
	api, ok := c.section(c.values, at, "url", "tokenSecretRef")
	if !ok {
		return
	}
	c.checkURL(api, at.with("url"))
	ref := at.with("tokenSecretRef")
	token, ok := c.section(api, ref, "namespace", "name", "key")
	if !ok {
		return
	}
	for _, name := range []string{"namespace", "name", "key"} {
		if value, ok := c.required(token, ref.with(name), RequiredField); ok {
			c.checkLabel(value, ref.with(name))
		}
	}
}

func (c *Cluster) checkURL(api map[string]any, at fieldPath) {
	value, ok := c.required(api, at, RequiredField)
	if !ok {
		return
	}
	if !isURL(value) {
		c.add(APIURLInvalid, at, "has to be an http or https URL of host, port and path only, not %s", describe(value))
		return
	}
	if text := value.(string); text[len(text)-1] == '/' {
		c.add(APIURLTrailingSlash, at, "ends in a slash, and the double slash that follows gives 404: remove it")
	}
}

func (c *Cluster) checkCrossplane() {
	at := fieldPath{"crossplane"}
	m, ok := c.section(c.values, at, "namespace", "providerConfigName")
	if !ok {
		return
	}
	for _, name := range []string{"namespace", "providerConfigName"} {
		if value, there := m[name]; there {
			c.checkLabel(value, at.with(name))
		}
	}
}

func (c *Cluster) checkLabel(value any, at fieldPath) {
	if !isDNSLabel(value) {
		c.add(InvalidDNSLabel, at, "has to be a Kubernetes name of 1 to 63 characters a-z, 0-9 and -, with no - first or last, not %s", describe(value))
	}
}
