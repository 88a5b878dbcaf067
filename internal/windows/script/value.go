package script

import (
	"fmt"
	"time"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/windows/cmdlet"
)

const timeForm = "2006-01-02T15:04:05Z"

// wireValue writes a value for the script to read: ConvertFrom-Argument is its other half.
func wireValue(v cmdlet.Value) RequestArgument {
	kind := string(v.Kind())
	switch n := v.Native().(type) {
	case string:
		return RequestArgument{kind, mark + n}
	case time.Duration:
		return RequestArgument{kind, int64(n / time.Second)}
	case time.Time:
		return RequestArgument{kind, mark + n.UTC().Format(timeForm)}
	case cmdlet.PSCredential:
		return RequestArgument{kind, []string{mark + n.User, mark + n.Password}}
	case []any:
		list := make([]any, len(n))
		for i, item := range n {
			list[i] = item
			if text, ok := item.(string); ok {
				list[i] = mark + text
			}
		}
		return RequestArgument{kind, list}
	default:
		return RequestArgument{kind, n}
	}
}

// Native returns the value in the form that cmdlet.Bind takes.
func (a RequestArgument) Native() (any, error) {
	v, ok := a.read()
	if !ok {
		return nil, fmt.Errorf("a value of kind %q is damaged", a.Kind)
	}
	return v, nil
}

func (a RequestArgument) read() (any, bool) {
	switch cmdlet.Kind((a.Kind + "z")[0]) {
	case cmdlet.KindNull:
		return nil, true
	case cmdlet.KindText:
		return unmarked(a.Value)
	case cmdlet.KindNumber:
		return whole(a.Value)
	case cmdlet.KindBool:
		b, ok := a.Value.(bool)
		return b, ok
	case cmdlet.KindSeconds:
		n, ok := whole(a.Value)
		return time.Duration(n) * time.Second, ok
	case cmdlet.KindTime:
		text, ok := unmarked(a.Value)
		at, err := time.Parse(timeForm, text)
		return at, ok && err == nil
	}
	return a.readList()
}

func (a RequestArgument) readList() (any, bool) {
	list, ok := a.Value.([]any)
	if !ok {
		return nil, false
	}
	out := make([]any, len(list))
	for i, item := range list {
		if cmdlet.Kind(a.Kind[0]) == cmdlet.KindNumbers {
			out[i], ok = whole(item)
		} else {
			out[i], ok = unmarked(item)
		}
		if !ok {
			return nil, false
		}
	}
	if cmdlet.Kind(a.Kind[0]) != cmdlet.KindSecret {
		return out, true
	}
	if len(out) != 2 {
		return nil, false
	}
	user, _ := out[0].(string)
	password, _ := out[1].(string)
	return cmdlet.PSCredential{User: user, Password: password}, true
}

func unmarked(v any) (string, bool) {
	text, ok := v.(string)
	if !ok || len(text) == 0 || text[:1] != mark {
		return "", false
	}
	return text[1:], true
}

func whole(v any) (int64, bool) {
	f, ok := v.(float64)
	return int64(f), ok && f == float64(int64(f))
}
