package functions

import (
	"encoding/json"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/netbox"
)

// keaPlanValue is what kea_from_netbox returns.
func keaPlanValue(plan *netbox.Plan) types.Object {
	return types.ObjectValueMust(keaPlanTypes, map[string]attr.Value{
		"subnets":      objects(plan.Subnets, subnetTypes, subnetValue),
		"pools":        objects(plan.Pools, poolTypes, poolValue),
		"reservations": objects(plan.Reservations, reservationTypes, reservationValue),
		"warnings":     list(plan.Warnings...),
	})
}

func objects[T any](m map[string]T, attrTypes map[string]attr.Type, value func(T) map[string]attr.Value) attr.Value {
	members := make(map[string]attr.Value, len(m))
	for key, v := range m {
		members[key] = types.ObjectValueMust(attrTypes, value(v))
	}
	return types.MapValueMust(types.ObjectType{AttrTypes: attrTypes}, members)
}

func subnetValue(s netbox.Subnet) map[string]attr.Value {
	return map[string]attr.Value{"subnet": types.StringValue(s.Prefix.String()), "user_context": userContext(s.Description)}
}

func poolValue(p netbox.Pool) map[string]attr.Value {
	return map[string]attr.Value{
		"subnet_key": types.StringValue(p.SubnetKey), "subnet": types.StringValue(p.Subnet.String()),
		"pool": types.StringValue(p.Range()), "user_context": userContext(p.Description),
	}
}

func reservationValue(r netbox.Reservation) map[string]attr.Value {
	members := map[string]attr.Value{
		"subnet_key": types.StringValue(r.SubnetKey), "subnet": types.StringValue(r.Subnet.String()),
		"hw_address": types.StringValue(r.MACAddress),
		"ip_address": types.StringNull(), "ip_addresses": types.ListNull(types.StringType), "allocate_from": types.ListNull(types.StringType),
		"hostname": orNull(r.Hostname), "user_context": userContext(r.Description),
	}
	switch {
	case r.AllocateFrom != "":
		members["allocate_from"] = list(r.AllocateFrom)
	case r.Address.Is4():
		members["ip_address"] = types.StringValue(r.Address.String())
	default:
		members["ip_addresses"] = list(r.Address.String())
	}
	return members
}

// userContext keeps a description where Kea keeps free text: in a JSON object.
func userContext(description string) types.String {
	if description == "" {
		return types.StringNull()
	}
	data, err := json.Marshal(map[string]string{"description": description})
	if err != nil {
		return types.StringNull()
	}
	return types.StringValue(string(data))
}

func orNull(s string) types.String {
	if s == "" {
		return types.StringNull()
	}
	return types.StringValue(s)
}

func list(elements ...string) types.List {
	values := make([]attr.Value, 0, len(elements))
	for _, e := range elements {
		values = append(values, types.StringValue(e))
	}
	return types.ListValueMust(types.StringType, values)
}
