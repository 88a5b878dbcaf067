package windows

import (
	"slices"
	"strings"
	"testing"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/dhcp"
)

// withPrefix makes the scope 2001:db8:0:1:: with one reservation.
func withPrefix(t *testing.T, l *lab) {
	t.Helper()
	l.invoke(t, "Add-DhcpServerv6Scope", map[string]any{"Prefix": "2001:db8:0:1::", "Name": "Lab"})
	l.invoke(t, "Add-DhcpServerv6Reservation", map[string]any{"Prefix": "2001:db8:0:1::", "IPAddress": "2001:db8:0:1::20", "ClientDuid": "00-01-00-01-2b-3c-4d-5e-00-15-5d-01-02-01", "Iaid": int64(1)})
}

func v6Option(level OptionLevel, id int64, values ...string) OptionValue {
	level.Family = IPv6
	return OptionValue{OptionKey: OptionKey{OptionLevel: level, ID: id}, Values: values}
}

func TestOptionV6AtEveryLevel(t *testing.T) {
	l := newLab(t, 1)
	withPrefix(t, l)
	l.invoke(t, "Add-DhcpServerv6Class", map[string]any{"Name": "Lab", "Type": "User", "Data": "lab"})
	levels := []OptionKey{
		{}, {OptionLevel: OptionLevel{Scope: ip("2001:db8:0:1::")}}, {OptionLevel: OptionLevel{Reserved: ip("2001:db8:0:1::20")}},
		{UserClass: "Lab"}, {OptionLevel: OptionLevel{Reserved: ip("2001:db8:0:1::20")}, UserClass: "Lab"},
	}
	for i := range levels {
		k := &levels[i]
		k.Family, k.ID = IPv6, dhcp.OptionDNSServersV6
		want := OptionValue{OptionKey: *k, Values: []string{"2001:db8:0:53::" + string(rune('1'+i)), "2001:db8:0:53::99"}}
		if now, err := l.SetOption(t.Context(), want, OptionSet{New: "id"}); err != nil || !now.equal(want) || now.Type != dhcp.OptionIPv6Address {
			t.Fatalf("%s: %+v, %v", k.object(), now, err)
		}
	}
	for i, k := range levels {
		read, err := l.ReadOption(t.Context(), k)
		if err != nil || read.Values[0] != "2001:db8:0:53::"+string(rune('1'+i)) {
			t.Errorf("%s: %+v, %v", k.object(), read, err)
		}
		_, err = l.SetOption(t.Context(), OptionValue{OptionKey: k, Values: []string{"2001:db8::1"}}, OptionSet{New: "id"})
		_ = wantKind(t, err, KindExists)
	}
	if list, err := l.ListOptions(t.Context(), OptionLevel{Family: IPv6, Reserved: ip("2001:db8:0:1::20")}); err != nil || len(list) != 2 || list[1].UserClass != "Lab" {
		t.Errorf("%+v, %v", list, err)
	}
	for range 2 {
		for _, k := range levels {
			if err := l.RemoveOption(t.Context(), k); err != nil {
				t.Errorf("%s: %v", k.object(), err)
			}
		}
	}
	for _, k := range levels {
		_, err := l.ReadOption(t.Context(), k)
		_ = wantKind(t, err, KindNotFound)
	}
}

// A level that does not exist is told from one without values, and no value is sent there.
func TestOptionV6AtAnAbsentLevel(t *testing.T) {
	l := newLab(t, 1)
	withPrefix(t, l)
	for _, level := range []OptionLevel{{Scope: ip("2001:db8:0:9::")}, {Reserved: ip("2001:db8:0:9::20")}, {Reserved: ip("2001:db8:0:1::99")}} {
		v := v6Option(level, dhcp.OptionDNSServersV6, "2001:db8::1")
		_, err := l.SetOption(t.Context(), v, OptionSet{New: "id"})
		_ = wantKind(t, err, KindNotFound)
		_, err = l.ListOptions(t.Context(), v.OptionLevel)
		_ = wantKind(t, err, KindNotFound)
		_, err = l.ReadOption(t.Context(), v.OptionKey)
		_ = wantKind(t, err, KindNotFound)
		if err := l.RemoveOption(t.Context(), v.OptionKey); err != nil {
			t.Error(err)
		}
	}
	if n := l.count("Set-DhcpServerv6OptionValue") + l.count("Remove-DhcpServerv6OptionValue"); n != 0 {
		t.Errorf("%d values were set or removed", n)
	}
	if list, err := l.ListOptions(t.Context(), OptionLevel{Family: IPv6, Scope: ip("2001:db8:0:1::")}); err != nil || len(list) != 0 {
		t.Errorf("a level without values: %v, %v", list, err)
	}
}

func TestOptionV6Refusals(t *testing.T) {
	l := newLab(t, 1)
	_, err := l.SetOption(t.Context(), v6Option(OptionLevel{}, 36, "2001:db8::1"), OptionSet{New: "id"})
	if e := wantKind(t, err, KindInvalid); !strings.Contains(e.Advice, "dhcp_option_definition_v6") {
		t.Errorf("advice %q", e.Advice)
	}
	_, err = l.SetOption(t.Context(), v6Option(OptionLevel{}, dhcp.OptionRefreshTimeV6, "599"), OptionSet{New: "id"})
	if e := wantKind(t, err, KindInvalid); !strings.Contains(e.Message, "least possible is 600") {
		t.Errorf("message %q", e.Message)
	}
	_, err = l.SetOption(t.Context(), v6Option(OptionLevel{}, dhcp.OptionDNSServersV6, "2001:db8::1"), OptionSet{ProbeDNS: true})
	_ = wantKind(t, err, KindInvalid)
	// 51 is an ordinary number in DHCPv6.
	made, err := l.CreateDefinition(t.Context(), OptionDefinition{DefinitionKey: DefinitionKey{Family: IPv6, ID: 51}, Name: "LoST server", Type: dhcp.OptionString})
	if err != nil {
		t.Fatalf("%+v, %v", made, err)
	}
	if _, err := l.SetOption(t.Context(), v6Option(OptionLevel{}, 51, "lost.example"), OptionSet{}); err != nil {
		t.Error(err)
	}
	if list, err := l.ListOptions(t.Context(), OptionLevel{Family: IPv6}); err != nil || len(list) != 1 {
		t.Errorf("%v, %v", list, err)
	}
}

func TestDefinitionV6Lifecycle(t *testing.T) {
	l := newLab(t, 1)
	l.invoke(t, "Add-DhcpServerv6Class", map[string]any{"Name": "Phones", "Type": "Vendor", "Data": "acmephone", "VendorId": int64(32473)})
	for _, k := range []DefinitionKey{{Family: IPv6, ID: 65535}, {Family: IPv6, ID: 65535, VendorClass: "Phones"}} {
		want := OptionDefinition{DefinitionKey: k, Name: "Controllers", Type: dhcp.OptionIPv6Address, MultiValued: true}
		made, err := l.CreateDefinition(t.Context(), want)
		if err != nil || !slices.Equal(made.Default, []string{"::"}) {
			t.Fatalf("%+v, %v", made, err)
		}
		_, err = l.CreateDefinition(t.Context(), want)
		_ = wantKind(t, err, KindExists)
		now, err := l.UpdateDefinition(t.Context(), k, func(d *OptionDefinition) {
			d.Name, d.Description, d.Default = "Masters", "of the lab", []string{"2001:db8::1", "2001:db8::2"}
		})
		if err != nil || now.Name != "Masters" || len(now.Default) != 2 {
			t.Fatalf("%+v, %v", now, err)
		}
		for range 2 {
			if err := l.DeleteDefinition(t.Context(), k); err != nil {
				t.Fatal(err)
			}
		}
		_, err = l.ReadDefinition(t.Context(), k)
		_ = wantKind(t, err, KindNotFound)
	}
	// The two families do not see each other's definitions.
	if d, err := l.ReadDefinition(t.Context(), DefinitionKey{Family: IPv6, ID: 24}); err != nil || d.Type != dhcp.OptionString {
		t.Errorf("%+v, %v", d, err)
	}
	_, err := l.ReadDefinition(t.Context(), DefinitionKey{Family: IPv6, ID: 3})
	_ = wantKind(t, err, KindNotFound)
}
