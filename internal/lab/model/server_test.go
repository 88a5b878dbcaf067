package model

import (
	"net/netip"
	"testing"
)

func TestExportOfNamedPrefixLeavesTheRest(t *testing.T) {
	s := v6Lab(t)
	invoke(t, s, "Add-DhcpServerv6Scope", Params{"Prefix": addr("2001:db8:0:1::"), "Name": "Two"})
	file := Params{"File": `C:\Transfer\one.xml`, "Prefix": []netip.Addr{addr("2001:db8::")}}
	invoke(t, s, "Export-DhcpServer", file)
	for _, p := range []string{"2001:db8::", "2001:db8:0:1::"} {
		invoke(t, s, "Remove-DhcpServerv6Scope", Params{"Prefix": []netip.Addr{addr(p)}})
	}
	invoke(t, s, "Import-DhcpServer", Params{"File": `c:\transfer\ONE.xml`, "BackupPath": `C:\Transfer\b`, "Force": true})
	r := invoke(t, s, "Get-DhcpServerv6Scope", Params{})
	if len(r.Rows) != 1 || r.Rows[0].Properties["Name"] != "Lab" {
		t.Fatal(r.Rows)
	}
}

func TestImportKeepsAnExistingScopeUnlessOverwritten(t *testing.T) {
	s := v6Lab(t)
	invoke(t, s, "Export-DhcpServer", Params{"File": `C:\Transfer\x.xml`})
	invoke(t, s, "Set-DhcpServerv6Scope", Params{"Prefix": addr("2001:db8::"), "Name": "Changed"})
	in := Params{"File": `C:\Transfer\x.xml`, "BackupPath": `C:\Transfer\b`, "Force": true}
	if r := invoke(t, s, "Import-DhcpServer", in); len(r.Warnings) != 1 {
		t.Fatal(r.Warnings)
	}
	name := func() any { return invoke(t, s, "Get-DhcpServerv6Scope", Params{}).Rows[0].Properties["Name"] }
	if name() != "Changed" {
		t.Fatal(name())
	}
	in["ScopeOverwrite"] = true
	invoke(t, s, "Import-DhcpServer", in)
	if name() != "Lab" {
		t.Fatal(name())
	}
}

func TestExportOfNothingThatExistsWritesNoFile(t *testing.T) {
	s := v6Lab(t)
	refuse(t, s, "Export-DhcpServer", Params{"File": `C:\Transfer\x.xml`, "Prefix": []netip.Addr{addr("2001:db8:0:9::")}}, "DHCP 20005")
	refuse(t, s, "Import-DhcpServer", Params{"File": `C:\Transfer\x.xml`, "BackupPath": `C:\Transfer\b`}, "ResourceUnavailable")
}

func TestBackupIsACopy(t *testing.T) {
	s := v6Lab(t)
	invoke(t, s, "Backup-DhcpServer", Params{"Path": `C:\Transfer\b\`})
	invoke(t, s, "Set-DhcpServerv6Scope", Params{"Prefix": addr("2001:db8::"), "Name": "Changed"})
	refuse(t, s, "Restore-DhcpServer", Params{"Path": `C:\Transfer\none`}, "WIN32 2")
	invoke(t, s, "Restore-DhcpServer", Params{"Path": `C:\Transfer\B`})
	s.stop()
	s.start()
	if r := invoke(t, s, "Get-DhcpServerv6Scope", Params{}); r.Rows[0].Properties["Name"] != "Lab" {
		t.Fatal(r.Rows)
	}
}

func TestMulticastRangesMayNotOverlap(t *testing.T) {
	s := NewWorld(1, testStart).Server("DHCP1")
	add := func(name, start, end string) Params {
		return Params{"Name": name, "StartRange": addr(start), "EndRange": addr(end)}
	}
	invoke(t, s, "Add-DhcpServerv4MulticastScope", add("Video", "224.0.0.50", "224.0.0.80"))
	for _, c := range []struct{ start, end string }{{"224.0.0.80", "224.0.0.90"}, {"224.0.1.9", "224.0.1.1"}, {"10.0.0.1", "10.0.0.9"}} {
		refuse(t, s, "Add-DhcpServerv4MulticastScope", add("Audio", c.start, c.end), "DHCP 20023")
	}
	invoke(t, s, "Set-DhcpServerv4MulticastScope", Params{"Name": "Video", "EndRange": addr("224.0.0.70")})
	invoke(t, s, "Add-DhcpServerv4MulticastScope", add("Audio", "224.0.0.71", "224.0.0.90"))
	refuse(t, s, "Set-DhcpServerv4MulticastScope", Params{"Name": "Audio", "NewName": "Video"}, "DHCP 20053")
}
