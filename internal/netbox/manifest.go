package netbox

import (
	"fmt"
	"strings"
)

const (
	group      = "dcops.microscaler.io"
	apiVersion = group + "/v1alpha1"
	// defaultNamespace is where an object without a namespace lives.
	defaultNamespace = "default"
)

// fromManifest reads a Kubernetes object. One that this package does not read comes
// back as the reason.
func fromManifest(where string, m map[string]any) (o *object, leftOut string, err error) {
	name, namespace, deleting, err := metadata(where, m)
	if err != nil {
		return nil, "", err
	}
	kindText, _ := m["kind"].(string)
	o = &object{
		kind: kind(kindText), key: namespace + "/" + name, at: "spec.", fixedStatuses: true,
	}
	if version, _ := m["apiVersion"].(string); version != apiVersion {
		return nil, fmt.Sprintf("%s: it is of apiVersion %q, and only %s is read", o, version, apiVersion), nil
	}
	switch o.kind {
	case kindPrefix, kindRange, kindAddress:
	default:
		return nil, fmt.Sprintf("%s: only the kinds %s, %s and %s are read", o, kindPrefix, kindRange, kindAddress), nil
	}
	spec, ok := m["spec"].(map[string]any)
	if !ok {
		return nil, "", fmt.Errorf("%s: spec: has to be an object, not %s", o, describe(m["spec"]))
	}
	o.fields = spec
	if deleting {
		return nil, fmt.Sprintf("%s: it is being deleted", o), nil
	}
	o.notReady, err = readiness(o, m["status"])
	return o, "", err
}

func metadata(where string, m map[string]any) (name, namespace string, deleting bool, err error) {
	where = fmt.Sprintf("%s (%v)", where, m["kind"])
	meta, ok := m["metadata"].(map[string]any)
	if !ok {
		return "", "", false, fmt.Errorf("%s: metadata: has to be an object, not %s", where, describe(m["metadata"]))
	}
	name, ok = meta["name"].(string)
	if !ok || name == "" {
		return "", "", false, fmt.Errorf("%s: metadata.name: is required and missing", where)
	}
	namespace = defaultNamespace
	if value := meta["namespace"]; value != nil && value != "" {
		if namespace, ok = value.(string); !ok {
			return "", "", false, fmt.Errorf("%s: metadata.namespace: has to be a string, not %s", where, describe(value))
		}
	}
	return name, namespace, meta["deletionTimestamp"] != nil, nil
}

// readiness says why an object does not count as created in NetBox, or "". Its status
// has state Pending, Created, Updated or Failed, in old objects in small letters. An
// address in a populated range is created without an id.
func readiness(o *object, value any) (string, error) {
	if value == nil {
		return "it has no status, so nothing says that it was created", nil
	}
	status, ok := value.(map[string]any)
	if !ok {
		return "", fmt.Errorf("%s: status: has to be an object, not %s", o, describe(value))
	}
	state, ok := status["state"].(string)
	if !ok && status["state"] != nil {
		return "", fmt.Errorf("%s: status.state: has to be a string, not %s", o, describe(status["state"]))
	}
	switch strings.ToLower(state) {
	case "created", "updated":
		return "", nil
	case "":
		return "its status has no state, so nothing says that it was created", nil
	}
	reason := "its state is " + state
	if text, ok := status["error"].(string); ok && text != "" {
		reason += ": " + text
	}
	return reason, nil
}

// reference is a field that names another object.
func (o *object) reference(field string, wanted kind) (key string, err error) {
	value := o.fields[field]
	if value == nil {
		return "", nil
	}
	ref, ok := value.(map[string]any)
	if !ok {
		return "", o.errorf(field, "has to be a reference with a name, not %s", describe(value))
	}
	if k := ref["kind"]; k != nil && k != string(wanted) {
		return "", o.errorf(field+".kind", "has to be %s, not %s", wanted, describe(k))
	}
	name, ok := ref["name"].(string)
	if !ok || name == "" {
		return "", o.errorf(field+".name", "is required and missing")
	}
	namespace, _, _ := strings.Cut(o.key, "/")
	if n := ref["namespace"]; n != nil && n != "" {
		if namespace, ok = n.(string); !ok {
			return "", o.errorf(field+".namespace", "has to be a string, not %s", describe(n))
		}
	}
	return namespace + "/" + name, nil
}
