package catalog

import (
	"math/big"
	"slices"
	"strings"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/catalog/yaml11"
)

// routePorts are the ports of the routes, each once, in order.
func (r *renderer) routePorts() []*yaml11.Value {
	ports := make([]*yaml11.Value, len(r.Routes))
	for i, route := range r.Routes {
		ports[i] = route.Port
	}
	slices.SortStableFunc(ports, comparePorts)
	return slices.CompactFunc(ports, func(a, b *yaml11.Value) bool { return comparePorts(a, b) == 0 })
}

// comparePorts orders numbers by value, before any port that is no number.
func comparePorts(a, b *yaml11.Value) int {
	x, y := portNumber(a), portNumber(b)
	switch {
	case x != nil && y != nil:
		return x.Cmp(y)
	case x != nil:
		return -1
	case y != nil:
		return 1
	default:
		return strings.Compare(yaml11.PlainText(a), yaml11.PlainText(b))
	}
}

func portNumber(v *yaml11.Value) *big.Int {
	if v.Kind != yaml11.Int {
		return nil
	}
	n, _ := new(big.Int).SetString(v.Text, 10)
	return n
}
