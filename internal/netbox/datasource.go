package netbox

import (
	"fmt"
	"maps"
	"math"
)

// The data sources of the Terraform provider netbox (e-breuninger/netbox) return lists
// under these names.
var dataSourceLists = []string{"prefixes", "ip_ranges", "ip_addresses"}

// dataSourceNames are the names that those objects have for the manifests' fields.
var dataSourceNames = map[string]string{
	"startAddress": "start_address", "endAddress": "end_address", "address": "ip_address",
	"macAddress": "mac_address", "dnsName": "dns_name",
}

// fromDataSource reads an object of a data source. All of them exist in NetBox, so they
// are ready. NetBox keeps no MAC address with an address: it is taken from the attribute
// mac_address, which the configuration adds, or from the custom field of that name.
func fromDataSource(where string, m map[string]any) (*object, error) {
	o := &object{fields: maps.Clone(m), names: dataSourceNames}
	switch {
	case m["ip_address"] != nil:
		o.kind = kindAddress
	case m["start_address"] != nil || m["end_address"] != nil:
		o.kind = kindRange
	case m["prefix"] != nil:
		o.kind = kindPrefix
	default:
		return nil, fmt.Errorf("%s: it has neither a kind, as a Kubernetes object, nor prefix, start_address or ip_address, as an object of a netbox data source", where)
	}
	key, err := idOf(where, m)
	if err != nil {
		return nil, err
	}
	o.key = "netbox/" + key
	if custom, ok := m["custom_fields"].(map[string]any); ok && m["mac_address"] == nil {
		o.fields["mac_address"] = custom["mac_address"]
	}
	for field, name := range dataSourceNames {
		if value := o.fields[name]; value != "" {
			o.fields[field] = value
		}
	}
	return o, nil
}

func idOf(where string, m map[string]any) (string, error) {
	switch id := m["id"].(type) {
	case string:
		if id != "" {
			return id, nil
		}
	case float64:
		if id == math.Trunc(id) && math.Abs(id) < 1<<53 {
			return fmt.Sprintf("%.0f", id), nil
		}
	case int:
		return fmt.Sprint(id), nil
	}
	return "", fmt.Errorf("%s: id: has to be the object's number in NetBox, not %s", where, describe(m["id"]))
}
