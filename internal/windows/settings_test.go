package windows

import (
	"net/netip"
	"strings"
	"testing"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/dhcp"
)

func TestDNSSettingsOfEachLevel(t *testing.T) {
	l := newLab(t, 1)
	mustCreate(t, l, office())
	mustReserve(t, l, printer(50, 1))
	p := phones()
	if _, err := l.CreatePolicy(t.Context(), p); err != nil {
		t.Fatal(err)
	}
	for _, level := range []DNSLevel{{}, {Scope: p.Scope}, {Reservation: ip("10.1.0.50")}, {Scope: p.Scope, Policy: p.Name}} {
		if _, err := l.ReadDNSSettings(t.Context(), level); level.IsServer() != (err == nil) {
			t.Errorf("%s before: %v", level.object(), err)
		}
		want := DNSSettings{Updates: DNSAlways, OlderClients: true, NameProtection: true, DisablePTR: true}
		if made, err := l.CreateDNSSettings(t.Context(), level, want); err != nil || *made != want {
			t.Fatalf("%s: %+v, %v", level.object(), made, err)
		}
		if !level.IsServer() {
			_, err := l.CreateDNSSettings(t.Context(), level, DNSSettings{Updates: DNSNever})
			_ = wantKind(t, err, KindExists)
			if same, err := l.CreateDNSSettings(t.Context(), level, want); err != nil || *same != want {
				t.Errorf("%s as it stands: %+v, %v", level.object(), same, err)
			}
		}
		never := DNSSettings{Updates: DNSNever}
		if now, err := l.UpdateDNSSettings(t.Context(), level, never, false); err != nil || *now != never {
			t.Errorf("%s: %+v, %v", level.object(), now, err)
		}
		if read, err := l.ReadDNSSettings(t.Context(), level); err != nil || *read != never {
			t.Errorf("%s: %+v, %v", level.object(), read, err)
		}
	}
	for _, level := range []DNSLevel{{Scope: p.Scope, Policy: p.Name}, {Reservation: ip("10.1.0.50")}, {Scope: p.Scope}} {
		for range 2 {
			if err := l.DeleteDNSSettings(t.Context(), level); err != nil {
				t.Error(err)
			}
		}
		_, err := l.ReadDNSSettings(t.Context(), level)
		_ = wantKind(t, err, KindNotFound)
	}
	if err := l.DeleteDNSSettings(t.Context(), DNSLevel{}); err != nil {
		t.Error(err)
	}
	if s, err := l.ReadDNSSettings(t.Context(), DNSLevel{}); err != nil || *s != (DNSSettings{Updates: DNSOnClientRequest, DeleteOnExpiry: true}) {
		t.Errorf("%+v, %v", s, err)
	}
	_, err := l.CreateDNSSettings(t.Context(), DNSLevel{Scope: ip("10.9.0.0")}, DNSSettings{Updates: DNSAlways})
	_ = wantKind(t, err, KindNotFound)
}

func TestServerSettings(t *testing.T) {
	l := newLab(t, 1)
	before, err := l.ReadServerSettings(t.Context())
	if err != nil || before.AuditLog.MaxSizeMB != 70 || before.Database.BackupInterval != 60 {
		t.Fatalf("%+v, %v", before, err)
	}
	want := *before
	want.ConflictDetectionAttempts, want.ActivatePolicies, want.AuditLog.Enabled, want.AuditLog.MinFreeMB, want.Database.BackupInterval = 2, false, false, 30, 15
	now, err := l.UpdateServerSettings(t.Context(), func(s *ServerSettings) { *s = want })
	if err != nil || *now != want {
		t.Errorf("%+v, %v", now, err)
	}
	calls := planServerSettings(*before, want)
	wanted := []string{
		"Set-DhcpServerSetting -ActivatePolicies -ConflictDetectionAttempts", "Set-DhcpServerAuditLog -Enable -MinMBDiskSpace", "Set-DhcpServerDatabase -BackupInterval",
	}
	for i, call := range calls {
		if err := call.Check(); err != nil || call.String() != wanted[i] {
			t.Errorf("%s, %v", call, err)
		}
	}
	now, err = l.UpdateServerSettings(t.Context(), func(s *ServerSettings) { s.ConflictDetectionAttempts = 6 })
	_ = wantKind(t, err, KindInvalid)
	if now == nil || *now != want {
		t.Errorf("%+v", now)
	}
	if len(planServerSettings(want, want)) != 0 {
		t.Error("calls for no change")
	}
}

func TestMACFilters(t *testing.T) {
	l := newLab(t, 1)
	f := MACFilter{Address: "AA-BB-CC-*", List: FilterAllow, Description: "printers"}
	if made, err := l.CreateMACFilter(t.Context(), f); err != nil || *made != f {
		t.Fatalf("%+v, %v", made, err)
	}
	_, err := l.CreateMACFilter(t.Context(), MACFilter{Address: f.Address, List: FilterDeny})
	if e := wantKind(t, err, KindExists); !strings.Contains(e.Message, "list Allow") {
		t.Error(e.Message)
	}
	moved := MACFilter{Address: f.Address, List: FilterDeny}
	if now, err := l.UpdateMACFilter(t.Context(), moved); err != nil || *now != moved {
		t.Errorf("%+v, %v", now, err)
	}
	if some, err := l.HasFilters(t.Context(), FilterAllow); err != nil || some {
		t.Errorf("%v, %v", some, err)
	}
	lists, err := l.SetFilterLists(t.Context(), FilterLists{Deny: true})
	if err != nil || lists.Allow || !lists.Deny {
		t.Errorf("%+v, %v", lists, err)
	}
	for range 2 {
		if err := l.DeleteMACFilter(t.Context(), f.Address); err != nil {
			t.Error(err)
		}
	}
	_, err = l.ReadMACFilter(t.Context(), f.Address)
	_ = wantKind(t, err, KindNotFound)
	_, err = l.UpdateMACFilter(t.Context(), f)
	_ = wantKind(t, err, KindNotFound)
}

func TestMulticastScope(t *testing.T) {
	l := newLab(t, 1)
	m := MulticastScope{Name: "Video 'ä'", Description: "cameras", Pool: pool("239.1.0.0", "239.1.3.255"), Lease: 86400, TTL: 16, Active: true, Exclusions: []dhcp.Range{pool("239.1.0.10", "239.1.0.19")}}
	made, err := l.CreateMulticastScope(t.Context(), m)
	if err != nil || !made.equal(m) || len(made.Exclusions) != 1 {
		t.Fatalf("%+v, %v", made, err)
	}
	_, err = l.CreateMulticastScope(t.Context(), m)
	_ = wantKind(t, err, KindExists)
	next := MulticastScope{Name: "Video", Pool: pool("239.2.0.0", "239.2.1.255"), Lease: dhcp.Unlimited, TTL: 1, Exclusions: []dhcp.Range{pool("239.2.0.5", "239.2.0.5")}}
	now, err := l.UpdateMulticastScope(t.Context(), m.Name, func(s *MulticastScope) { *s = next })
	if err != nil || !now.equal(next) {
		t.Fatalf("%+v, %v", now, err)
	}
	if read, err := l.ReadMulticastScope(t.Context(), "Video"); err != nil || !read.equal(next) {
		t.Errorf("%+v, %v", read, err)
	}
	for _, call := range append(planMulticastAdd(m), planMulticastUpdate(m, next)...) {
		if err := call.Check(); err != nil {
			t.Error(err)
		}
	}
	for range 2 {
		if err := l.DeleteMulticastScope(t.Context(), "Video", false); err != nil {
			t.Error(err)
		}
	}
	_, err = l.ReadMulticastScope(t.Context(), "Video")
	_ = wantKind(t, err, KindNotFound)
}

func TestScopeStatistics(t *testing.T) {
	l := newLab(t, 1)
	mustCreate(t, l, office(), numbered(2))
	mustReserve(t, l, printer(50, 1))
	all, err := l.ListScopeStatistics(t.Context(), netip.Addr{})
	if err != nil || len(all) != 2 || all[0].Scope != ip("10.1.0.0") || all[0].Reserved != 1 || all[0].Free != 180 || all[0].PercentageInUse <= 0 {
		t.Errorf("%+v, %v", all, err)
	}
	_, err = l.ListScopeStatistics(t.Context(), ip("10.9.0.0"))
	_ = wantKind(t, err, KindNotFound)
}

func TestBinding(t *testing.T) {
	l := newLab(t, 1)
	if b, err := l.SetBinding(t.Context(), "ETHERNET", false); err != nil || b.Bound || b.Interface != "Ethernet" {
		t.Errorf("%+v, %v", b, err)
	}
	if b, err := l.ReadBinding(t.Context(), "Ethernet"); err != nil || b.Bound || !b.Address.IsValid() {
		t.Errorf("%+v, %v", b, err)
	}
	_, err := l.SetBinding(t.Context(), "Wi-Fi", true)
	_ = wantKind(t, err, KindNotFound)
}

func TestAuthorization(t *testing.T) {
	l := newLab(t, 1)
	a := Authorization{DNSName: "other.lab.example", Address: ip("192.0.2.77")}
	if err := l.CreateAuthorization(t.Context(), a); err != nil {
		t.Fatal(err)
	}
	_ = wantKind(t, l.CreateAuthorization(t.Context(), a), KindExists)
	if found, err := l.ReadAuthorization(t.Context(), Authorization{"OTHER.lab.example", a.Address}); err != nil || *found != a {
		t.Errorf("%+v, %v", found, err)
	}
	for range 2 {
		if err := l.DeleteAuthorization(t.Context(), a); err != nil {
			t.Error(err)
		}
	}
	_, err := l.ReadAuthorization(t.Context(), a)
	_ = wantKind(t, err, KindNotFound)
}
