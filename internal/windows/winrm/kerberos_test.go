package winrm_test

import (
	"errors"
	"os"
	"strings"
	"testing"

	"github.com/jcmturner/gokrb5/v8/keytab"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/lab/kdc"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/lab/winrmserver"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/windows/winrm"
)

const krbPassword = "Passw0rd1"

// startKDC runs a real KDC, or skips the test where none is installed.
func startKDC(t *testing.T) *kdc.KDC {
	t.Helper()
	k, err := kdc.Start(t.Context(), t.TempDir(), testUser, krbPassword, "HTTP/dhcp01.lab.test")
	if errors.Is(err, kdc.ErrMissing) && !strings.Contains(os.Getenv("DHCP_TEST_REQUIRE"), "krb5") {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := k.Stop(); err != nil {
			t.Error(err)
		}
	})
	return k
}

func TestKerberos(t *testing.T) {
	k := startKDC(t)
	table, err := keytab.Load(k.ServiceKeytab)
	if err != nil {
		t.Fatal(err)
	}
	cache, err := k.Login(t.Context(), testUser)
	if err != nil {
		t.Fatal(err)
	}
	s := startServer(t, winrmserver.Options{HTTPS: true, StrictBinding: true, Keytab: table, ServicePrincipal: "HTTP/dhcp01.lab.test",
		Offer: []string{"Negotiate", "Kerberos"}})
	base := func() winrm.Config {
		c := clientConfig(s)
		c.Auth, c.Password, c.Kerberos = winrm.AuthKerberos, "", winrm.Kerberos{Config: k.Config, SPN: "HTTP/dhcp01.lab.test"}
		return c
	}
	for _, c := range []struct {
		name   string
		change func(*winrm.Config)
		words  []string // of the error; none means success
	}{
		{"password", func(c *winrm.Config) { c.Password = krbPassword }, nil},
		{"password, UPN in small letters", func(c *winrm.Config) { c.Username, c.Password = testUser+"@lab.test", krbPassword }, nil},
		{"keytab", func(c *winrm.Config) { c.Kerberos.Keytab = k.UserKeytab }, nil},
		{"credential cache", func(c *winrm.Config) { c.Username, c.Kerberos.CCache = "", cache }, nil},
		{"credential cache with FILE:", func(c *winrm.Config) { c.Username, c.Kerberos.CCache = "", "FILE:"+cache }, nil},
		{"wrong password", func(c *winrm.Config) { c.Password = "wrong" }, []string{"password or keytab is wrong"}},
		{"unknown user", func(c *winrm.Config) { c.Username, c.Password = "nobody", "x" }, []string{"does not know the user"}},
		{"unknown service", func(c *winrm.Config) { c.Password, c.Kerberos.SPN = krbPassword, "HTTP/elsewhere" }, []string{"HTTP/elsewhere", "krb_spn"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			config := base()
			c.change(&config)
			p := newPool(t, config)
			if c.words != nil {
				runErr(t, p, winrm.KindAuth, c.words...)
				return
			}
			for range 3 {
				res, err := p.Run(t.Context(), winrm.Command{Line: "whoami", Stdin: []byte("x")})
				if err != nil || !strings.HasPrefix(string(res.Stdout), testUser) {
					t.Fatalf("got %q, %v", res.Stdout, err)
				}
			}
		})
	}
}

// TestKDCDown: nothing was refused, so nothing is barred.
func TestKDCDown(t *testing.T) {
	k := startKDC(t)
	if err := k.Stop(); err != nil {
		t.Fatal(err)
	}
	s := startServer(t, winrmserver.Options{HTTPS: true})
	c := clientConfig(s)
	c.Auth, c.Kerberos = winrm.AuthKerberos, winrm.Kerberos{Config: k.Config, SPN: "HTTP/dhcp01.lab.test"}
	runErr(t, newPool(t, c), winrm.KindDial, "No KDC")
}
