package kea

import (
	"context"
	"encoding/json"
	"regexp"
	"slices"
	"strings"
)

// Configuration gives the running configuration of the first endpoint as JSON with sorted
// members, without secrets: passwords, shared secrets and keys are left out, and so are the
// credentials in URLs. Names of files that hold secrets stay.
func (c *Client) Configuration(ctx context.Context, family Family) (string, error) {
	d, err := c.first(family).document(ctx)
	if err != nil {
		return "", err
	}
	copied, err := d.copy()
	if err != nil {
		return "", err
	}
	text, err := json.Marshal(withoutSecrets(copied.tree))
	return string(text), err
}

// secretWords are the words in the names of members whose value nobody shall read.
var secretWords = []string{"password", "secret", "passphrase", "token", "private-key", "credential"}

// isSecret tells by a member's name. A file is named, not shown.
func isSecret(name string) bool {
	name = strings.ToLower(name)
	if strings.HasSuffix(name, "-file") {
		return false
	}
	return name == "key" || slices.ContainsFunc(secretWords, func(word string) bool { return strings.Contains(name, word) })
}

var userInURL = regexp.MustCompile(`://[^/@\s]+@`)

// withoutSecrets gives a value without its secrets; the value itself is changed.
func withoutSecrets(value any) any {
	switch v := value.(type) {
	case map[string]any:
		for name, member := range v {
			if isSecret(name) {
				delete(v, name)
				continue
			}
			v[name] = withoutSecrets(member)
		}
	case []any:
		for i, item := range v {
			v[i] = withoutSecrets(item)
		}
	case string:
		return userInURL.ReplaceAllString(v, "://")
	}
	return value
}
