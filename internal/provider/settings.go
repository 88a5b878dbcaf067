package provider

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/hashicorp/terraform-plugin-framework/types/basetypes"
)

// settings resolves the attributes of one block of the provider configuration. There is
// one way for all of them: the configuration beats the environment beats the default.
// The environment variable of an attribute is the block's prefix and the attribute's
// name in capitals, so none can be mistaken for another.
type settings struct {
	block  path.Path // where the block stands: windows
	prefix string    // DHCP_WINDOWS_
	getenv func(string) string
	diags  *diag.Diagnostics
}

func newSettings(block, prefix string, diags *diag.Diagnostics) settings {
	return settings{block: path.Root(block), prefix: prefix, getenv: os.Getenv, diags: diags}
}

// decodeBlock decodes one block of the provider configuration; nil when it is left out.
func decodeBlock[M any](ctx context.Context, block types.Object, s settings) *M {
	if block.IsUnknown() {
		s.diags.AddAttributeError(s.block, "Provider configuration is not known yet",
			fmt.Sprintf("The whole block %s depends on a resource that has not been applied. Apply that resource first (terraform apply -target=…), or write the block down.", s.block))
	}
	if block.IsUnknown() || block.IsNull() {
		return nil
	}
	m := new(M)
	s.diags.Append(block.As(ctx, m, basetypes.ObjectAsOptions{})...)
	return m
}

// nested returns the settings of a block inside this one: kerberos, whose variables
// begin with DHCP_WINDOWS_KERBEROS_.
func (s settings) nested(name string) settings {
	s.block = s.block.AtName(name)
	s.prefix += strings.ToUpper(name) + "_"
	return s
}

// variable names the environment variable of an attribute.
func (s settings) variable(name string) string { return s.prefix + strings.ToUpper(name) }

// resolve finds the value of one attribute. An unknown value is an error that says how
// to proceed: the provider must not take it for an empty one.
func resolve[T any](s settings, name string, configured attr.Value, known func() T, parse func(string) (T, error), fallback T) T {
	at := s.block.AtName(name)
	switch {
	case configured.IsUnknown():
		s.diags.AddAttributeError(at, "Provider configuration is not known yet",
			fmt.Sprintf("The value of %s depends on a resource that has not been applied. Apply that resource first (terraform apply -target=…), "+
				"write the value down, or leave the attribute out and set the environment variable %s.", at, s.variable(name)))
		return fallback
	case !configured.IsNull():
		return known()
	}
	text := s.getenv(s.variable(name))
	if text == "" {
		return fallback
	}
	v, err := parse(text)
	if err != nil {
		s.diags.AddAttributeError(at, "Invalid environment variable "+s.variable(name),
			fmt.Sprintf("The variable stands in for %s: %v. Correct it, or set the attribute.", at, err))
		return fallback
	}
	return v
}

func (s settings) text(name string, v types.String, fallback string) string {
	return resolve(s, name, v, v.ValueString, func(t string) (string, error) { return t, nil }, fallback)
}

// word resolves a text that must be one of the values given; the first is the default.
func (s settings) word(name string, v types.String, values []string) string {
	text := s.text(name, v, values[0])
	if !slices.Contains(values, text) {
		s.diags.AddAttributeError(s.block.AtName(name), "Invalid provider configuration",
			fmt.Sprintf("%q is not one of %s.", text, strings.Join(values, ", ")))
	}
	return text
}

func (s settings) flag(name string, v types.Bool, fallback bool) bool {
	return resolve(s, name, v, v.ValueBool, func(t string) (bool, error) {
		b, err := strconv.ParseBool(t)
		if err != nil {
			return false, fmt.Errorf("it must be true or false")
		}
		return b, nil
	}, fallback)
}

func (s settings) number(name string, v types.Int64, fallback int64) int64 {
	return resolve(s, name, v, v.ValueInt64, func(t string) (int64, error) {
		n, err := strconv.ParseInt(t, 10, 64)
		if err != nil {
			return 0, fmt.Errorf("it must be a whole number")
		}
		return n, nil
	}, fallback)
}

// texts resolves a list of texts; the environment variable holds them with commas between.
func (s settings) texts(name string, v types.List) []string {
	return resolve(s, name, v, func() []string { return s.elements(name, v) }, func(t string) ([]string, error) {
		var list []string
		for part := range strings.SplitSeq(t, ",") {
			if part = strings.TrimSpace(part); part != "" {
				list = append(list, part)
			}
		}
		return list, nil
	}, nil)
}

func (s settings) elements(name string, v types.List) []string {
	var list []string
	for i, e := range v.Elements() {
		text, ok := e.(types.String)
		if !ok || text.IsNull() || text.IsUnknown() {
			s.diags.AddAttributeError(s.block.AtName(name).AtListIndex(i), "Provider configuration is not known yet",
				"Each element must be a text that is known when the provider is configured.")
			continue
		}
		list = append(list, text.ValueString())
	}
	return list
}

// duration resolves a time such as 60s or 2m. It must be positive.
func (s settings) duration(name string, v types.String, fallback time.Duration) time.Duration {
	text := s.text(name, v, "")
	if text == "" {
		return fallback
	}
	d, err := time.ParseDuration(text)
	if err != nil || d <= 0 {
		s.diags.AddAttributeError(s.block.AtName(name), "Invalid duration",
			fmt.Sprintf("%q is no positive duration with a unit, such as 60s or 2m.", text))
		return fallback
	}
	return d
}

// pem resolves a certificate or key: PEM text, or file: and the path of a PEM file.
func (s settings) pem(name string, v types.String) []byte {
	text := s.text(name, v, "")
	file, isFile := strings.CutPrefix(text, "file:")
	if !isFile {
		return []byte(text)
	}
	data, err := os.ReadFile(file)
	if err != nil {
		s.diags.AddAttributeError(s.block.AtName(name), "Unable to read the PEM file", fmt.Sprintf("%v.", err))
		return nil
	}
	return data
}

// described completes an attribute's description with its environment variable.
func (s settings) described(name, text string) string {
	return text + " Environment variable: `" + s.variable(name) + "`."
}
