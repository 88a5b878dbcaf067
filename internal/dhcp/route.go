package dhcp

import (
	"fmt"
	"net/netip"
)

// Route is one classless static route (RFC 3442), as options 121 and 249 carry them.
type Route struct {
	Destination netip.Prefix
	Router      netip.Addr
}

// ParseRoute reads a destination such as 10.8.0.0/16, without host bits, and a router.
func ParseRoute(destination, router string) (Route, error) {
	d, err := netip.ParsePrefix(destination)
	if err != nil || !d.Addr().Is4() {
		return Route{}, fmt.Errorf("%q is not an IPv4 network: write it as in 10.8.0.0/16", destination)
	}
	if d.Masked() != d {
		return Route{}, fmt.Errorf("the destination %s has host bits: write %s", d, d.Masked())
	}
	r, err := ParseIPv4(router)
	return Route{Destination: d, Router: r}, err
}

// EncodeRoutes writes routes as the bytes of option 121 or 249: for each the prefix
// length, the significant octets of the destination, the router.
func EncodeRoutes(routes []Route) ([]byte, error) {
	var out []byte
	for _, r := range routes {
		if !r.Destination.IsValid() || !r.Destination.Addr().Is4() || !r.Router.Is4() {
			return nil, fmt.Errorf("a classless route needs an IPv4 destination and an IPv4 router")
		}
		if r.Destination.Masked() != r.Destination {
			return nil, fmt.Errorf("the destination %s has host bits: write %s", r.Destination, r.Destination.Masked())
		}
		d, g := r.Destination.Addr().As4(), r.Router.As4()
		out = append(out, byte(r.Destination.Bits()))
		out = append(out, d[:octets(r.Destination.Bits())]...)
		out = append(out, g[:]...)
	}
	return out, nil
}

// DecodeRoutes reads the bytes of option 121 or 249.
func DecodeRoutes(data []byte) ([]Route, error) {
	var routes []Route
	for len(data) > 0 {
		length := int(data[0])
		if length > 32 {
			return nil, fmt.Errorf("the data is no list of classless routes: a prefix length of %d is not possible", length)
		}
		n := octets(length)
		if len(data) < 1+n+4 {
			return nil, fmt.Errorf("the data is no list of classless routes: the last route is cut off")
		}
		var d [4]byte
		copy(d[:], data[1:1+n])
		destination := netip.PrefixFrom(netip.AddrFrom4(d), length).Masked()
		router := netip.AddrFrom4([4]byte(data[1+n : 1+n+4]))
		routes = append(routes, Route{destination, router})
		data = data[1+n+4:]
	}
	return routes, nil
}

func octets(length int) int { return (length + 7) / 8 }
