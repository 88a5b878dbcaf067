package windows

import (
	"context"
	"fmt"
	"net/netip"
)

// found is the error of a creation whose object exists. One that is exactly as wanted is
// taken over: an apply that was broken off leaves such objects behind, and no state knows
// of them. The error is of KindTakenOver then, and the creation has succeeded. One that
// differs, or that this client has made or changed before, for something else in the
// same configuration, is refused. what names the object for the user, id imports it.
func (c *Client) found(object, what, id, message string, same bool) *Error {
	if same {
		if _, managed := c.handled.LoadOrStore(object, true); !managed {
			return &Error{
				Kind: KindTakenOver, Object: object, Server: c.config.Server,
				Message: "it stood there already, exactly as it is configured, and is managed from now on",
				Advice:  fmt.Sprintf("An apply that was broken off leaves such objects behind. If somebody else manages this one (id %s), take it out of the configuration with a removed block that has destroy = false.", id),
			}
		}
	}
	return &Error{
		Kind: KindExists, Object: object, Server: c.config.Server, Message: message,
		Advice: fmt.Sprintf("An existing %s is never taken over, unless it is exactly as configured and nothing else here manages it. Import it (id %s), or remove it on the server first.", what, id),
	}
}

// handle remembers that this client has made or changed an object.
func (c *Client) handle(ch change, r result) {
	if len(ch.steps) > 0 && (r.err == nil || r.unknown) {
		c.handled.Store(ch.object, true)
	}
}

// orTakenOver gives the object with an error that says that it was taken over, and not
// with any other.
func orTakenOver[T any](object *T, err error) (*T, error) {
	if KindOf(err) == KindTakenOver {
		return object, err
	}
	return nil, err
}

// Completed ends a creation in a scope that took its object over: what was broken off may
// not have come to the failover partner, which only IPv4 scopes have. Any other outcome stays as it is.
func (c *Client) Completed(ctx context.Context, scope netip.Addr, err error) error {
	if KindOf(err) != KindTakenOver || !c.config.Replicate || !scope.Is4() {
		return err
	}
	if e := c.CatchUp(ctx, scope); e != nil {
		told := *asError(e)
		told.Kind, told.Err = KindNotReplicated, e
		return &told
	}
	return err
}
