package dhcp_test

import (
	"bytes"
	"net/netip"
	"slices"
	"testing"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/dhcp"
)

func TestNormalizeOption(t *testing.T) {
	for _, c := range []struct {
		typ  dhcp.OptionType
		in   []string
		want []string
	}{
		{dhcp.OptionByte, []string{"0x1c", "010", "255"}, []string{"28", "10", "255"}},
		{dhcp.OptionByte, []string{"256"}, nil},
		{dhcp.OptionWord, []string{"0xFFFF"}, []string{"65535"}},
		{dhcp.OptionDWord, []string{"0x15180"}, []string{"86400"}},
		{dhcp.OptionDWord, []string{"4294967296"}, nil},
		{dhcp.OptionDWordDWord, []string{"0xFFFFFFFFFFFFFFFF"}, []string{"18446744073709551615"}},
		{dhcp.OptionIPv4Address, []string{"10.1.0.1"}, []string{"10.1.0.1"}},
		{dhcp.OptionIPv4Address, []string{"10.1.1"}, nil},
		{dhcp.OptionIPv6Address, []string{"2001:DB8:0::1"}, []string{"2001:db8::1"}},
		{dhcp.OptionString, []string{"0x1c"}, []string{"0x1c"}},
		{dhcp.OptionBinary, []string{"0x0A", "11", "0x0c0d"}, []string{"0x0a", "0x0b", "0x0c", "0x0d"}},
		{dhcp.OptionEncapsulated, []string{"0x0a0"}, nil},
		{"Text", []string{"a"}, nil},
	} {
		got, err := dhcp.NormalizeOption(c.typ, c.in)
		if (err == nil) != (c.want != nil) || err == nil && !slices.Equal(got, c.want) {
			t.Errorf("%s %v: %v %v, want %v", c.typ, c.in, got, err, c.want)
		}
	}
}

func TestRoutes(t *testing.T) {
	routes := []dhcp.Route{
		{netip.MustParsePrefix("10.0.0.0/8"), netip.MustParseAddr("10.1.1.1")},
		{netip.MustParsePrefix("0.0.0.0/0"), netip.MustParseAddr("10.1.0.1")},
		{netip.MustParsePrefix("10.17.128.0/17"), netip.MustParseAddr("10.1.0.2")},
	}
	data, err := dhcp.EncodeRoutes(routes)
	want := []byte{8, 10, 10, 1, 1, 1, 0, 10, 1, 0, 1, 17, 10, 17, 128, 10, 1, 0, 2}
	if err != nil || !bytes.Equal(data, want) {
		t.Fatalf("got % x, %v", data, err)
	}
	back, err := dhcp.DecodeRoutes(data)
	if err != nil || !slices.Equal(back, routes) {
		t.Errorf("got %v, %v", back, err)
	}
	for _, bad := range [][]byte{{33, 1}, {8, 10, 10, 1}, {8}} {
		if r, err := dhcp.DecodeRoutes(bad); err == nil {
			t.Errorf("% x was read as %v", bad, r)
		}
	}
	if _, err := dhcp.EncodeRoutes([]dhcp.Route{{netip.MustParsePrefix("10.0.0.1/8"), routes[0].Router}}); err == nil {
		t.Error("a destination with host bits was accepted")
	}
}
