package windows

import (
	"context"
	"net/netip"
)

// replicate makes a change to something of a scope reach the failover partner, where the
// scope has one and the client is to do so. relations is the answer to relationships.all.
func (c *Client) replicate(ctx context.Context, ch change, scope netip.Addr, relations answer) change {
	if row := relationshipRow(scope, relations.rows); row != nil && c.replicates(ctx) {
		return c.replicateAs(ch, scope, row)
	}
	return ch
}

// replicateAs is replicate for a scope of the relationship given. A host that answers as
// the wrong one of the two servers is refused before anything is changed: it would
// overwrite the good configuration with the old one.
func (c *Client) replicateAs(ch change, scope netip.Addr, row Row) change {
	f, err := decodeFailover(row)
	if err != nil {
		ch.refused = c.undecodable(ch.object, err)
		return ch
	}
	ch.member, ch.relationship, ch.same, ch.refused = scope, f.Name, sameServer(row), c.wrongServer(f)
	return ch
}

// outcome says what is left of a change once the object was read back: nil when it stands
// as wanted and, where it is replicated, the partner has it too. readErr is the error of
// reading it back; an absence that was wanted is none.
func (c *Client) outcome(r result, ch change, reached bool, readErr error) error {
	switch {
	case r.err != nil && r.unknown && reached && ch.relationship != "":
		return c.replicationUnknown(ch.relationship, r.err)
	case r.err != nil && r.unknown && reached:
		return nil
	case r.err != nil:
		return r.err.withUndo(r.undo)
	case r.replicated != nil:
		return r.replicated.about(ch.object)
	case reached:
		return nil
	case readErr != nil && !IsNotFound(readErr):
		return asError(readErr).about(ch.object)
	}
	return c.notAsWanted(ch.object)
}

// notAsWanted is the error of a change that every cmdlet took and that cannot be seen.
func (c *Client) notAsWanted(object string) *Error {
	return &Error{
		Kind: KindChangedMeanwhile, Object: object, Server: c.config.Server,
		Message: "the server took the change, but does not show it afterwards",
		Advice:  "Either somebody else changed the object at the same time, or the server keeps these values in another form. Run plan again.",
	}
}

// unread is the error of a change that was made in commands of its own and could not be
// read back afterwards.
func unread(err error) *Error {
	told := *asError(err)
	told.Kind, told.Err = KindUnknownOutcome, err
	told.Message = "the change may have been made, but could not be read back: " + told.Message
	return &told
}
