package dhcp

import (
	"errors"
	"strings"
	"testing"
)

func TestParsePrefixV6(t *testing.T) {
	for in, want := range map[string]string{
		"2001:db8:0:1::": "2001:db8:0:1::", "2001:0DB8:0:1:0:0:0:0/64": "2001:db8:0:1::", "fd00:1::": "fd00:1::",
		"2001:db8::/48": "", "2001:db8:0:1::5": "", "fe80::": "", "ff05::": "", "::": "", "::ffff:192.0.2.0": "", "192.0.2.0": "", "x": "", "": "",
	} {
		a, err := ParsePrefixV6(in)
		if (err == nil) != (want != "") || err == nil && a.String() != want {
			t.Errorf("%q: %v, %v", in, a, err)
		}
	}
}

func TestParseDUID(t *testing.T) {
	for in, ok := range map[string]bool{
		"00-01-00-01-2b-3c-4d-5e-00-15-5d-01-02-01": true, "000100012B3C4D5E00155D010201": true, "00:03:00:01:aa:bb:cc:dd:ee:ff": true,
		"00-04-" + strings.Repeat("11-", 15) + "11": true, "00-04-11": false, "00-01-00-01": false, "00-01": false, "xyz": false,
		"00-09-01": true, strings.Repeat("11", 130): true, strings.Repeat("11", 131): false,
	} {
		if id, err := ParseDUID(in); (err == nil) != ok {
			t.Errorf("%q: %v, %v", in, id, err)
		}
	}
}

func TestLifetimesV6(t *testing.T) {
	day := LeaseDuration(86400)
	t1, t2 := RenewalsV6(8 * day)
	if t1 != 4*day || t2 != 552960 {
		t.Errorf("%s %s", t1, t2)
	}
	for _, c := range []struct {
		l    LifetimesV6
		want string
	}{
		{LifetimesV6{8 * day, 12 * day, t1, t2}, ""},
		{LifetimesV6{8 * day, 8 * day, t1, t2}, ""},
		{LifetimesV6{8 * day, 7 * day, t1, t2}, "longer than the valid"},
		{LifetimesV6{8 * day, 12 * day, t2, t2}, "shorter than T2"},
		{LifetimesV6{8 * day, 12 * day, t1, 8 * day}, "shorter than the preferred"},
	} {
		err := errors.Join(c.l.CheckPreferred(), c.l.CheckT1(), c.l.CheckT2())
		if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%+v: %v", c.l, err)
		}
	}
}
