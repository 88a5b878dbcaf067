package model

import (
	"slices"
	"testing"
)

func TestPolicyConditionsReadBackInOneForm(t *testing.T) {
	for _, c := range []struct {
		kind    string
		in, out []string
		refusal int
	}{
		{"MacAddress", []string{"eq", "00155d*", "*aabb"}, []string{"EQ", "00-15-5D-*", "*-AA-BB"}, 0},
		{"MacAddress", []string{"EQ", "00-15-5D-00-00-01", "NE", "00-15-5D-00-00-02"}, []string{"EQ", "00-15-5D-00-00-01", "NE", "00-15-5D-00-00-02"}, 0},
		{"MacAddress", []string{"EQ", "0015"}, nil, badExpression},
		{"MacAddress", []string{"EQ", "00155g*"}, nil, badExpression},
		{"MacAddress", []string{"00155D000001"}, nil, badExpression},
		{"MacAddress", []string{"EQ"}, nil, badExpression},
		{"ClientId", []string{"EQ", "0015"}, []string{"EQ", "00-15"}, 0},
		{"Fqdn", []string{"isl"}, []string{"ISL"}, 0},
		{"Fqdn", []string{"Insl", ""}, []string{"INSL"}, 0},
		{"MacAddress", []string{"ISL"}, nil, badExpression},
		{"UserClass", []string{"EQ", "*Default BOOTP Class*"}, []string{"EQ", "*Default BOOTP Class*"}, 0},
		{"VendorClass", []string{"EQ", "Default BOOTP Class"}, nil, 20044},
	} {
		s := NewWorld(1, testStart).Server("DHCP1")
		got, refusal := (&call{srv: s}).operands(c.kind, c.in)
		if !slices.Equal(got, c.out) || refusal != c.refusal {
			t.Errorf("%s %q: %q, %d; want %q, %d", c.kind, c.in, got, refusal, c.out, c.refusal)
		}
	}
}

func TestPolicyMovesBetweenOthers(t *testing.T) {
	a, b, c := &policy{name: "a", order: 1}, &policy{name: "b", order: 2}, &policy{name: "c", order: 3}
	level := []*policy{a, b, c}
	movePolicy(level, a, 3)
	if a.order != 3 || b.order != 1 || c.order != 2 {
		t.Fatal(a.order, b.order, c.order)
	}
	movePolicy(level, a, 1)
	if a.order != 1 || b.order != 2 || c.order != 3 {
		t.Fatal(a.order, b.order, c.order)
	}
}

func TestPolicyCannotLoseItsLastCondition(t *testing.T) {
	s := NewWorld(1, testStart).Server("DHCP1")
	invoke(t, s, "Add-DhcpServerv4Policy", Params{"Name": "P", "Condition": "Or", "MacAddress": []string{"EQ", "021F3B7CB789"}})
	refuse(t, s, "Set-DhcpServerv4Policy", Params{"Name": "P", "MacAddress": []string{""}}, "WIN32 87")
	refuse(t, s, "Add-DhcpServerv4Policy", Params{"Name": "P", "Condition": "Or", "MacAddress": []string{"EQ", "021F3B7CB790"}}, "DHCP 20105")
	refuse(t, s, "Set-DhcpServerv4Policy", Params{"Name": "P", "ProcessingOrder": int64(2)}, "DHCP 20110")
}
