package functions_test

import (
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/functions"
)

var routeObject = types.ObjectType{AttrTypes: map[string]attr.Type{"destination": types.StringType, "router": types.StringType}}

func routeList(pairs ...string) types.List {
	var elements []attr.Value
	for i := 0; i < len(pairs); i += 2 {
		elements = append(elements, types.ObjectValueMust(routeObject.AttrTypes, map[string]attr.Value{
			"destination": types.StringValue(pairs[i]), "router": types.StringValue(pairs[i+1]),
		}))
	}
	return types.ListValueMust(routeObject, elements)
}

func textList(texts ...string) types.List {
	var elements []attr.Value
	for _, s := range texts {
		elements = append(elements, types.StringValue(s))
	}
	return types.ListValueMust(types.StringType, elements)
}

func TestClasslessRoutesBothWays(t *testing.T) {
	for _, c := range []struct {
		routes types.List
		bytes  string
	}{
		{routeList(), ""},
		{routeList("10.0.0.0/8", "10.1.1.1"), "0x08 0x0a 0x0a 0x01 0x01 0x01"},
		{routeList("0.0.0.0/0", "10.1.1.1", "10.8.128.0/17", "10.1.1.2"), "0x00 0x0a 0x01 0x01 0x01 0x11 0x0a 0x08 0x80 0x0a 0x01 0x01 0x02"},
		{routeList("192.0.2.7/32", "10.1.1.1"), "0x20 0xc0 0x00 0x02 0x07 0x0a 0x01 0x01 0x01"},
	} {
		bytes := textList(strings.Fields(c.bytes)...)
		if got, err := call(functions.NewEncodeClasslessRoutes(), c.routes); err != nil || !got.Equal(bytes) {
			t.Errorf("%s: %s, %v", c.routes, got, err)
		}
		if got, err := call(functions.NewDecodeClasslessRoutes(), bytes); err != nil || !got.Equal(c.routes) {
			t.Errorf("%s: %s, %v", c.bytes, got, err)
		}
	}
}

func TestClasslessRoutesRefusals(t *testing.T) {
	for want, routes := range map[string]types.List{
		"host bits": routeList("10.8.0.1/16", "10.1.1.1"), "IPv4 network": routeList("10.8.0.0", "10.1.1.1"), "not an IPv4 address": routeList("10.8.0.0/16", "router"),
	} {
		if _, err := call(functions.NewEncodeClasslessRoutes(), routes); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", routes, err)
		}
	}
	for want, bytes := range map[string]types.List{"prefix length of 33": textList("33"), "cut off": textList("0x080a0a"), "not a byte": textList("x")} {
		if _, err := call(functions.NewDecodeClasslessRoutes(), bytes); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", bytes, err)
		}
	}
}
