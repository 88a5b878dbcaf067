package model

import (
	"testing"
)

func TestStoredValues(t *testing.T) {
	for _, c := range []struct {
		kind, in, out string
	}{
		{kindByte, "255", "0xff"}, {kindByte, "0X1F", "0x1f"}, {kindByte, "256", ""}, {kindByte, "-1", ""}, {kindByte, "010", "0x0a"},
		{kindWord, "0x5dc", "1500"}, {kindWord, "65536", ""}, {kindDWord, "4294967295", "4294967295"}, {kindDWord, "4294967296", ""},
		{kindDWordDWord, "0xffffffffffffffff", "18446744073709551615"}, {kindIPv4, "10.1.0.1", "10.1.0.1"}, {kindIPv4, "::1", ""},
		{kindIPv4, "gateway", ""}, {kindString, " a'b ", " a'b "}, {kindBinary, "0x0A", "0x0a"}, {kindEncapsulated, "x", ""},
		{kindDWord, "", ""}, {kindDWord, "1_0", ""},
	} {
		got, ok := storedValue(c.kind, []string{c.in})
		if ok != (c.out != "") || ok && got[0] != c.out {
			t.Errorf("%s %q: %q, %t", c.kind, c.in, got, ok)
		}
	}
}

func TestOptionLevelsExcludeEachOther(t *testing.T) {
	s := v4Lab(t)
	invoke(t, s, "Add-DhcpServerv4Reservation", Params{"ScopeId": labScopeID, "IPAddress": addr("10.1.0.21"), "ClientId": "03"})
	for _, p := range []Params{
		{"ScopeId": labScopeID, "ReservedIP": addr("10.1.0.21")},
		{"PolicyName": "P", "UserClass": "Default BOOTP Class"},
		{"PolicyName": "P", "ReservedIP": addr("10.1.0.21")},
	} {
		refuse(t, s, "Get-DhcpServerv4OptionValue", p, "WIN32 87")
	}
	refuse(t, s, "Get-DhcpServerv4OptionValue", Params{"VendorClass": "None such"}, "DHCP 20044")
}

func TestUserClassValuesOfAReservation(t *testing.T) {
	s := v4Lab(t)
	invoke(t, s, "Add-DhcpServerv4Reservation", Params{"ScopeId": labScopeID, "IPAddress": addr("10.1.0.21"), "ClientId": "03"})
	at := func(p Params) Params { p["ReservedIP"] = addr("10.1.0.21"); return p }
	user := "Default BOOTP Class"
	invoke(t, s, "Set-DhcpServerv4OptionValue", at(Params{"OptionId": int64(3), "Value": []string{"10.1.0.1"}, "UserClass": user}))
	for name, c := range map[string]struct {
		p    Params
		rows int
	}{
		"plain": {Params{}, 0}, "class": {Params{"UserClass": user}, 1}, "all": {Params{"All": true}, 1},
	} {
		if r := invoke(t, s, "Get-DhcpServerv4OptionValue", at(c.p)); len(r.Rows) != c.rows {
			t.Errorf("%s: %d rows", name, len(r.Rows))
		}
	}
	if len(s.v4.policies) != 0 || len(s.v4.scopes.get(labScopeID).policies) != 0 {
		t.Error("a policy was made")
	}
}

func TestAllWidensWhatIsNotNamed(t *testing.T) {
	s := v4Lab(t)
	user := "Default BOOTP Class"
	set := func(p Params) {
		p["ScopeId"], p["OptionId"] = labScopeID, int64(1)
		invoke(t, s, "Set-DhcpServerv4OptionValue", p)
	}
	set(Params{"Value": []string{"255.255.255.0"}})
	set(Params{"Value": []string{"1"}, "VendorClass": classMicrosoft})
	set(Params{"Value": []string{"255.255.255.0"}, "UserClass": user})
	set(Params{"Value": []string{"1"}, "VendorClass": classMicrosoft, "UserClass": user})
	for name, c := range map[string]struct {
		p    Params
		rows int
	}{
		"plain":      {Params{}, 1},
		"all":        {Params{"All": true}, 4},
		"vendor":     {Params{"VendorClass": classMicrosoft}, 1},
		"vendor all": {Params{"VendorClass": classMicrosoft, "All": true}, 2},
		"user":       {Params{"UserClass": user}, 1},
		"user all":   {Params{"UserClass": user, "All": true}, 2},
		"policy all": {Params{"PolicyName": user, "All": true}, 2},
	} {
		c.p["ScopeId"], c.p["OptionId"] = labScopeID, []int64{1}
		if r := invoke(t, s, "Get-DhcpServerv4OptionValue", c.p); len(r.Rows) != c.rows {
			t.Errorf("%s: %d rows, want %d", name, len(r.Rows), c.rows)
		}
	}
}

func TestBuiltInClassStays(t *testing.T) {
	s := v4Lab(t)
	refuse(t, s, "Remove-DhcpServerv4Class", Params{"Name": []string{classMicrosoft}, "Type": "Vendor"}, "DHCP 20089")
	refuse(t, s, "Add-DhcpServerv4OptionDefinition", Params{"OptionId": int64(3), "Name": "Router", "Type": "String"}, "DHCP 20009")
}

func TestDNSSettingsAreInherited(t *testing.T) {
	s := v4Lab(t)
	invoke(t, s, "Add-DhcpServerv4Reservation", Params{"ScopeId": labScopeID, "IPAddress": addr("10.1.0.21"), "ClientId": "03"})
	invoke(t, s, "Set-DhcpServerv4DnsSetting", Params{"ScopeId": labScopeID, "NameProtection": true})
	reserved := Params{"IPAddress": addr("10.1.0.21")}
	if got := property(t, s, "Get-DhcpServerv4DnsSetting", reserved, "NameProtection"); got != true {
		t.Errorf("a reservation has %v from its scope", got)
	}
	for _, p := range []Params{
		{"ScopeId": labScopeID}, {"IPAddress": addr("10.1.0.21"), "ScopeId": labScopeID, "NameProtection": true},
		{"ScopeId": labScopeID, "DnsSuffix": "example"},
	} {
		refuse(t, s, "Set-DhcpServerv4DnsSetting", p, "WIN32 87")
	}
	invoke(t, s, "Set-DhcpServerv4DnsSetting", Params{"ScopeId": labScopeID, "DynamicUpdates": "Never"})
	refuse(t, s, "Set-DhcpServerv4DnsSetting", Params{"ScopeId": labScopeID, "DeleteDnsRROnLeaseExpiry": true}, "WIN32 87")
}

func TestFilterAddresses(t *testing.T) {
	for text, want := range map[string]string{
		"02-50-5a-b0-ad-5f": "02-50-5A-B0-AD-5F", "02505AB0AD5F": "02-50-5A-B0-AD-5F", "02:50:5A:B0:AD:5F": "02-50-5A-B0-AD-5F",
		"AA-BB-*": "AA-BB-*", "aabb*": "AA-BB-*", "00-11-09-*-*-*": "00-11-09-*", "*": "", "AA-BB-CC-DD-EE-FF-*": "",
		"02-50-5A-B0-AD": "", "AA-B*": "", "AA-GG-*": "", "": "",
	} {
		if got, ok := filterAddress(text); got != want || ok != (want != "") {
			t.Errorf("%q: %q, %t", text, got, ok)
		}
	}
}
