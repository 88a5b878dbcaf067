package windows

import (
	"fmt"
	"net/netip"
	"strings"
	"time"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/dhcp"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/windows/cmdlet"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/windows/script"
)

// Row is one object that a cmdlet returned, reduced to the properties asked for: nil,
// string, int64, float64, bool, or a list of them.
type Row = script.Row

// decoder reads the properties of a row. It keeps the first value that makes no sense;
// after that its answers are worth nothing.
type decoder struct {
	row Row
	err error
}

func (d *decoder) fail(property, want string) {
	if d.err == nil {
		d.err = fmt.Errorf("the server's value of %s is not %s", property, want)
	}
}

// text reads a text; null and "" are the same to the server.
func (d *decoder) text(property string) string {
	switch v := d.row[property].(type) {
	case nil:
		return ""
	case string:
		return v
	}
	d.fail(property, "a text")
	return ""
}

func (d *decoder) number(property string) int64 {
	switch v := d.row[property].(type) {
	case nil:
		return 0
	case int64:
		return v
	case float64:
		return int64(v)
	}
	d.fail(property, "a number")
	return 0
}

// real reads a number that need not be whole.
func (d *decoder) real(property string) float64 {
	if v, ok := d.row[property].(float64); ok {
		return v
	}
	return float64(d.number(property))
}

func (d *decoder) flag(property string) bool {
	switch v := d.row[property].(type) {
	case nil:
		return false
	case bool:
		return v
	}
	d.fail(property, "true or false")
	return false
}

// texts reads a list; a single value is a list of one.
func (d *decoder) texts(property string) []string {
	switch v := d.row[property].(type) {
	case nil:
		return nil
	case string:
		return []string{v}
	case []any:
		out := make([]string, 0, len(v))
		for _, item := range v {
			s, ok := item.(string)
			if !ok {
				d.fail(property, "a list of texts")
			}
			out = append(out, s)
		}
		return out
	}
	d.fail(property, "a list of texts")
	return nil
}

// first reads the first of a list, "" when it is empty.
func (d *decoder) first(property string) string {
	if list := d.texts(property); len(list) > 0 {
		return list[0]
	}
	return ""
}

func (d *decoder) addr(property string) netip.Addr {
	a, err := netip.ParseAddr(d.text(property))
	if err != nil {
		d.fail(property, "an address")
	}
	return a
}

func (d *decoder) addrs(property string) []netip.Addr {
	var out []netip.Addr
	for _, text := range d.texts(property) {
		a, err := netip.ParseAddr(text)
		if err != nil {
			d.fail(property, "a list of addresses")
		}
		out = append(out, a)
	}
	return out
}

func (d *decoder) subnet(network, mask string) netip.Prefix {
	p, err := dhcp.ParseSubnet(d.text(network), d.text(mask))
	if err != nil {
		d.fail(network+" or "+mask, "a subnet")
	}
	return p
}

// pool reads a range. A scope that was made without one answers 0.0.0.0 or nothing.
func (d *decoder) pool(start, end string) dhcp.Range {
	from, to := d.text(start), d.text(end)
	if (from == "" || from == "0.0.0.0") && (to == "" || to == "0.0.0.0") {
		return dhcp.Range{}
	}
	r, err := dhcp.ParseIPv4Range(from, to)
	if err != nil {
		d.fail(start+" or "+end, "a range")
	}
	return r
}

// lease reads a duration in seconds.
func (d *decoder) lease(property string) dhcp.LeaseDuration {
	return dhcp.LeaseDurationFromSeconds(d.number(property))
}

// moment reads a time; zero when there is none.
func (d *decoder) moment(property string) time.Time {
	text := d.text(property)
	if text == "" {
		return time.Time{}
	}
	t, err := time.Parse(time.RFC3339, text)
	if err != nil {
		d.fail(property, "a time")
	}
	return t
}

// word reads one of a set of words, which the server writes in varying capitals.
func word[W ~string](text string, words ...W) W {
	for _, w := range words {
		if strings.EqualFold(text, string(w)) {
			return w
		}
	}
	return W(text)
}

func addr(a netip.Addr) cmdlet.Value { return cmdlet.Text(a.String()) }

func addrList(addrs ...netip.Addr) cmdlet.Value { return cmdlet.Texts(texts(addrs)...) }
