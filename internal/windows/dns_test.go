package windows

import (
	"testing"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/windows/winrm"
)

// A replication that failed is repeated at every level of a scope, also when the settings
// themselves stand here already.
func TestDNSSettingsCatchUp(t *testing.T) {
	for _, level := range []DNSLevel{{Scope: ip("10.1.0.0")}, {Reservation: ip("10.1.0.50")}} {
		l := newLab(t, 2)
		mustCreate(t, l, office())
		mustReserve(t, l, printer(50, 1))
		l.invoke(t, "Add-DhcpServerv4Failover", map[string]any{"Name": "pair", "ScopeId": []any{"10.1.0.0"}, "PartnerServer": "DHCP2"})
		want := DNSSettings{Updates: DNSAlways}
		l.local.Store(true)
		if made, err := l.CreateDNSSettings(t.Context(), level, want); KindOf(err) != KindNotReplicated || made == nil {
			t.Fatalf("%s: %v, %v", level.object(), made, err)
		}
		l.local.Store(false)
		if _, err := l.UpdateDNSSettings(t.Context(), level, want, true); err != nil {
			t.Fatalf("%s: %v", level.object(), err)
		}
		if there, err := l.other(t).ReadDNSSettings(t.Context(), level); err != nil || *there != want {
			t.Errorf("%s of the partner: %+v, %v", level.object(), there, err)
		}
		// Nothing differs and nothing is owed: the server is not written to.
		l.failing(func(cmd winrm.Command) fault {
			if !cmd.ReadOnly {
				t.Errorf("%s: a change was sent", level.object())
			}
			return sound
		})
		if _, err := l.UpdateDNSSettings(t.Context(), level, want, false); err != nil {
			t.Error(err)
		}
	}
}
