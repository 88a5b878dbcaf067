package netbox

import (
	"fmt"
	"net/netip"
	"strings"
)

// kind is what an object describes.
type kind string

// The kinds, as Kubernetes names them.
const (
	kindPrefix  kind = "NetBoxPrefix"
	kindRange   kind = "NetBoxIPRange"
	kindAddress kind = "NetBoxIPAddress"
)

// object is one object of either source, its fields under the Kubernetes names.
type object struct {
	kind kind
	// key is namespace/name, or netbox/id.
	key string
	// fields are named as in the manifests; at is their place, for messages.
	fields map[string]any
	at     string
	// names maps the manifests' field names to those of the other source.
	names map[string]string
	// notReady says why the object does not count, when its status says so.
	notReady string
	// fixedStatuses says that the status is one of a closed list.
	fixedStatuses bool
}

func (o *object) String() string { return string(o.kind) + " " + o.key }

// name returns the name of a field in its own source, with its place.
func (o *object) name(field string) string {
	if other, ok := o.names[field]; ok {
		field = other
	}
	return o.at + field
}

// errorf is an error about one field.
func (o *object) errorf(field, format string, args ...any) error {
	return fmt.Errorf("%s: %s: %s", o, o.name(field), fmt.Sprintf(format, args...))
}

// text returns a field that is a string, "" when it is missing.
func (o *object) text(field string) (string, error) {
	value := o.fields[field]
	if value == nil {
		return "", nil
	}
	text, ok := value.(string)
	if !ok {
		return "", o.errorf(field, "has to be a string, not %s", describe(value))
	}
	return text, nil
}

func (o *object) requiredText(field string) (string, error) {
	text, err := o.text(field)
	if err == nil && text == "" {
		err = o.errorf(field, "is required and missing")
	}
	return text, err
}

// status returns the field status in small letters. Manifests have one of the known
// ones, or "active" when it is missing.
func (o *object) status(known ...string) (string, error) {
	text, err := o.text("status")
	if err != nil {
		return "", err
	}
	status := strings.ToLower(text)
	if status == "" {
		status = "active"
	}
	if !o.fixedStatuses {
		return status, nil
	}
	for _, k := range known {
		if status == k {
			return status, nil
		}
	}
	return "", o.errorf("status", "%q is none of %s", text, strings.Join(known, ", "))
}

// address reads an address, with or without a prefix length.
func (o *object) address(field, text string) (netip.Addr, error) {
	if prefix, err := netip.ParsePrefix(text); err == nil {
		return prefix.Addr(), nil
	}
	addr, err := netip.ParseAddr(text)
	if err != nil || addr.Zone() != "" {
		return netip.Addr{}, o.errorf(field, "%q is no address with a prefix length, such as 192.0.2.10/24", text)
	}
	return addr, nil
}

// describe names a value for a message without showing what is in it.
func describe(value any) string {
	switch value := value.(type) {
	case nil:
		return "null"
	case map[string]any:
		return "an object"
	case []any:
		return "a list"
	case string:
		return "a string"
	case bool, int, float64:
		return fmt.Sprint(value)
	default:
		return "a value of another type"
	}
}
