package windows

import (
	"slices"
	"strings"
	"testing"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/dhcp"
)

func scopeOption(id int64, values ...string) OptionValue {
	return OptionValue{OptionKey: OptionKey{OptionLevel: OptionLevel{Scope: ip("10.1.0.0")}, ID: id}, Values: values}
}

func TestOptionAtEveryLevel(t *testing.T) {
	l := newLab(t, 1)
	mustCreate(t, l, office())
	mustReserve(t, l, printer(50, 1))
	l.invoke(t, "Add-DhcpServerv4Policy", map[string]any{"Name": "phones", "Condition": "OR", "ScopeId": "10.1.0.0", "MacAddress": []any{"EQ", "AABBCC*"}})
	l.invoke(t, "Add-DhcpServerv4Class", map[string]any{"Name": "Lab", "Type": "User", "Data": "lab"})
	levels := []OptionKey{
		{}, {OptionLevel: OptionLevel{Scope: ip("10.1.0.0")}}, {OptionLevel: OptionLevel{Reserved: ip("10.1.0.50")}},
		{OptionLevel: OptionLevel{Scope: ip("10.1.0.0"), Policy: "phones"}}, {UserClass: "Lab"},
		{OptionLevel: OptionLevel{Scope: ip("10.1.0.0")}, UserClass: "Lab"}, {OptionLevel: OptionLevel{Reserved: ip("10.1.0.50")}, UserClass: "Lab"},
	}
	for i, k := range levels {
		k.ID = 42
		want := OptionValue{OptionKey: k, Values: []string{"10.0.0." + string(rune('1'+i)), "10.0.0.9"}}
		if now, err := l.SetOption(t.Context(), want, OptionSet{New: "id"}); err != nil || !now.equal(want) || now.Type != dhcp.OptionIPv4Address {
			t.Fatalf("%s: %+v, %v", k.object(), now, err)
		}
	}
	for i, k := range levels {
		k.ID = 42
		read, err := l.ReadOption(t.Context(), k)
		if err != nil || read.Values[0] != "10.0.0."+string(rune('1'+i)) {
			t.Errorf("%s: %+v, %v", k.object(), read, err)
		}
		_, err = l.SetOption(t.Context(), OptionValue{OptionKey: k, Values: []string{"10.0.0.8"}}, OptionSet{New: "id"})
		_ = wantKind(t, err, KindExists)
	}
	list, err := l.ListOptions(t.Context(), OptionLevel{Scope: ip("10.1.0.0")})
	if err != nil || len(list) != 8 { // five of the scope's own, and 42 three times
		t.Errorf("%d values, %v", len(list), err)
	}
	for range 2 {
		for _, k := range levels {
			k.ID = 42
			if err := l.RemoveOption(t.Context(), k); err != nil {
				t.Errorf("%s: %v", k.object(), err)
			}
		}
	}
	for _, k := range levels {
		k.ID = 42
		_, err := l.ReadOption(t.Context(), k)
		_ = wantKind(t, err, KindNotFound)
	}
}

func TestOptionValuesAreTyped(t *testing.T) {
	for _, c := range []struct {
		def    OptionDefinition
		values []string
		want   []string
		err    string
	}{
		{OptionDefinition{Type: dhcp.OptionDWord}, []string{"0x10"}, []string{"16"}, ""},
		{OptionDefinition{Type: dhcp.OptionDWord}, []string{"4294967296"}, nil, "not a number from 0 to 4294967295"},
		{OptionDefinition{Type: dhcp.OptionByte, MultiValued: true}, []string{"1", "0xff"}, []string{"1", "255"}, ""},
		{OptionDefinition{Type: dhcp.OptionWord}, []string{"1", "2"}, nil, "single value"},
		{OptionDefinition{Type: dhcp.OptionIPv4Address}, []string{"10.1.5"}, nil, "not an IPv4 address"},
		{OptionDefinition{Type: dhcp.OptionBinary}, []string{"0x0a0b", "12"}, []string{"0x0a", "0x0b", "0x0c"}, ""},
		{OptionDefinition{Type: dhcp.OptionBinary}, []string{"0x" + strings.Repeat("00", 256)}, nil, "256 bytes"},
		{OptionDefinition{Type: dhcp.OptionString}, []string{""}, nil, "0 bytes"},
		{OptionDefinition{Type: dhcp.OptionString}, nil, nil, "at least one value"},
	} {
		got, err := c.def.Check(c.values)
		if !slices.Equal(got, c.want) || (err == nil) != (c.err == "") || err != nil && !strings.Contains(err.Error(), c.err) {
			t.Errorf("%s %q: %q, %v", c.def.Type, c.values, got, err)
		}
	}
}

func TestOptionRefusals(t *testing.T) {
	l := newLab(t, 1)
	mustCreate(t, l, office())
	_, err := l.SetOption(t.Context(), scopeOption(252, "http://wpad/"), OptionSet{New: "id"})
	if e := wantKind(t, err, KindInvalid); !strings.Contains(e.Advice, "dhcp_option_definition") {
		t.Errorf("advice %q", e.Advice)
	}
	_, err = l.SetOption(t.Context(), scopeOption(26, "huge"), OptionSet{New: "id"})
	_ = wantKind(t, err, KindInvalid)
	nowhere := scopeOption(42, "10.0.0.1")
	nowhere.Scope = ip("10.9.0.0")
	_, err = l.SetOption(t.Context(), nowhere, OptionSet{New: "id"})
	_ = wantKind(t, err, KindNotFound)
	if n := l.count("Set-DhcpServerv4OptionValue"); n != 5 { // those of the scope's own attributes
		t.Errorf("set %d times", n)
	}
}

// Windows probes the DNS servers of option 6 unless it is told not to; none answers here.
func TestDNSServersAreProbedOnRequestOnly(t *testing.T) {
	l := newLab(t, 1)
	v := OptionValue{OptionKey: OptionKey{ID: dhcp.OptionDNSServers}, Values: []string{"10.0.0.53"}}
	if _, err := l.SetOption(t.Context(), v, OptionSet{}); err != nil {
		t.Error(err)
	}
	v.Values = []string{"10.0.0.54"}
	_, err := l.SetOption(t.Context(), v, OptionSet{ProbeDNS: true})
	_ = wantKind(t, err, KindInvalid)
}

func TestOptionWithLostAnswer(t *testing.T) {
	l := newLab(t, 1)
	mustCreate(t, l, office())
	l.failWrites(lostEarly)
	_, err := l.SetOption(t.Context(), scopeOption(42, "10.0.0.1"), OptionSet{New: "id"})
	_ = wantKind(t, err, KindUnknownOutcome)
	l.failWrites(lostAfter)
	if _, err := l.SetOption(t.Context(), scopeOption(42, "10.0.0.1"), OptionSet{New: "id"}); err != nil {
		t.Error(err)
	}
	if err := l.RemoveOption(t.Context(), scopeOption(42).OptionKey); err != nil {
		t.Error(err)
	}
}

func TestDefinitionLifecycle(t *testing.T) {
	l := newLab(t, 1)
	want := OptionDefinition{DefinitionKey: DefinitionKey{ID: 150}, Name: "TFTP servers", Type: dhcp.OptionIPv4Address, MultiValued: true, Description: "phones"}
	made, err := l.CreateDefinition(t.Context(), want)
	if err != nil || !slices.Equal(made.Default, []string{"0.0.0.0"}) {
		t.Fatalf("%+v, %v", made, err)
	}
	_, err = l.CreateDefinition(t.Context(), want)
	_ = wantKind(t, err, KindExists)
	now, err := l.UpdateDefinition(t.Context(), DefinitionKey{ID: 150}, func(d *OptionDefinition) {
		d.Name, d.Description, d.Default = "Boot servers", "", []string{"10.0.0.1", "10.0.0.2"}
	})
	if err != nil || now.Name != "Boot servers" || now.Description != "" || len(now.Default) != 2 {
		t.Fatalf("%+v, %v", now, err)
	}
	for range 2 {
		if err := l.DeleteDefinition(t.Context(), DefinitionKey{ID: 150}); err != nil {
			t.Fatal(err)
		}
	}
	_, err = l.ReadDefinition(t.Context(), DefinitionKey{ID: 150})
	_ = wantKind(t, err, KindNotFound)
	if d, err := l.ReadDefinition(t.Context(), DefinitionKey{ID: 3}); err != nil || !d.MultiValued || d.Type != dhcp.OptionIPv4Address {
		t.Errorf("the router option: %+v, %v", d, err)
	}
}

func TestClassLifecycle(t *testing.T) {
	l := newLab(t, 1)
	mustCreate(t, l, office())
	want := Class{Name: "Lab 'größe'", Type: VendorClass, Data: "LabPhone ä", Description: "phones"}
	made, err := l.CreateClass(t.Context(), want)
	if err != nil || *made != want {
		t.Fatalf("%+v, %v", made, err)
	}
	_, err = l.CreateClass(t.Context(), want)
	_ = wantKind(t, err, KindExists)
	_, err = l.CreateClass(t.Context(), Class{Name: "Other", Type: UserClass, Data: "MSFT 5.0"})
	if e := wantKind(t, err, KindConflict); !strings.Contains(e.Message, "Microsoft Windows 2000 Options") {
		t.Errorf("message %q", e.Message)
	}
	want.Data, want.Description = "LabPhone2", ""
	if now, err := l.UpdateClass(t.Context(), want); err != nil || *now != want {
		t.Fatalf("%+v, %v", now, err)
	}
	if _, err := l.CreateDefinition(t.Context(), OptionDefinition{DefinitionKey: DefinitionKey{ID: 1, VendorClass: want.Name}, Name: "Server", Type: dhcp.OptionString}); err != nil {
		t.Fatal(err)
	}
	v := scopeOption(1, "phone.example")
	v.VendorClass = want.Name
	if _, err := l.SetOption(t.Context(), v, OptionSet{New: "id"}); err != nil {
		t.Fatal(err)
	}
	err = l.DeleteClass(t.Context(), VendorClass, want.Name, false)
	if e := wantKind(t, err, KindInUse); !strings.Contains(e.Message, "option 1 of scope 10.1.0.0") || !strings.Contains(e.Message, "definition of option 1") {
		t.Errorf("message %q", e.Message)
	}
	for range 2 {
		if err := l.DeleteClass(t.Context(), VendorClass, want.Name, true); err != nil {
			t.Fatal(err)
		}
	}
	_, err = l.ReadClass(t.Context(), VendorClass, want.Name)
	_ = wantKind(t, err, KindNotFound)
}
