package windows

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/windows/cmdlet"
)

// asError gives the *Error in an error of this package.
func asError(err error) *Error {
	var e *Error
	if errors.As(err, &e) {
		return e
	}
	return &Error{Kind: KindOther, Message: err.Error(), Err: err}
}

// asErrorOrNil is asError for what may be no error at all.
func asErrorOrNil(err error) *Error {
	if err == nil {
		return nil
	}
	return asError(err)
}

// about says which object an error is about; nil stays nil.
func (e *Error) about(object string) *Error {
	if e == nil {
		return nil
	}
	named := *e
	named.Object = cmp.Or(object, e.Object)
	return &named
}

// undecodable says that an answer of the server makes no sense.
func (c *Client) undecodable(object string, err error) *Error {
	return &Error{Kind: KindProtocol, Object: object, Server: c.config.Server, Message: err.Error(), Err: err,
		Advice: "The object cannot be managed as it is. Look at it in the console of the server."}
}

// firstError returns the first error of the answers.
func firstError(answers []answer) error {
	for _, a := range answers {
		if a.err != nil {
			return a.err
		}
	}
	return nil
}

// sameAnswers tells whether two looks at the server saw the same.
func sameAnswers(a, b []answer) bool {
	return slices.EqualFunc(a, b, func(x, y answer) bool {
		return KindOf(x.err) == KindOf(y.err) && (x.err == nil) == (y.err == nil) && reflect.DeepEqual(x.rows, y.rows)
	})
}

func fmtNative(v cmdlet.Value) string { return fmt.Sprint(v.Native()) }

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }

func jobContexts[J any](jobs []J, of func(J) context.Context) []context.Context {
	out := make([]context.Context, len(jobs))
	for i, j := range jobs {
		out[i] = of(j)
	}
	return out
}
