package kea

import (
	"errors"
	"fmt"
	"regexp"
	"strings"
)

// Kind says what an error means to the caller, whatever way it arrived.
type Kind int

// The kinds of errors.
const (
	// KindOther is an error without a more exact meaning.
	KindOther Kind = iota
	// KindNotFound means that the object is definitely not there.
	KindNotFound
	// KindExists means that an object with the same key is there already.
	KindExists
	// KindConflict means that another object holds what this one wants (an address), or
	// that another writer changed the server again and again.
	KindConflict
	// KindInvalid means that the server refuses the values.
	KindInvalid
	// KindInUse means that something depends on the object that was to be deleted.
	KindInUse
	// KindDenied means wrong or missing credentials.
	KindDenied
	// KindUnreachable means that nothing answered, or not the server that was meant.
	KindUnreachable
	// KindTimeout means that the answer did not come in time; the command may have run.
	KindTimeout
	// KindUnsupported means that the server does not know the command or the member.
	KindUnsupported
	// KindDaemonDown means that the control agent answers, but the daemon behind it does not.
	KindDaemonDown
	// KindBroken means that the server accepted a change only in part and could not be put
	// back into service.
	KindBroken
)

// Error is every error of this package: what was wanted, the server's own words, and
// what to do about it.
type Error struct {
	Kind Kind
	// Endpoint is the address of the server, without credentials.
	Endpoint string
	// Command is the control command, empty when no command was sent.
	Command string
	// Text is what the server said, or what went wrong on the way to it.
	Text string
	// Advice is what to do next, empty when there is none.
	Advice string
	// Cause is the error below, nil when the server itself refused.
	Cause error
}

func (e *Error) Error() string {
	var b strings.Builder
	if e.Endpoint != "" {
		fmt.Fprintf(&b, "Kea server %s: ", e.Endpoint)
	}
	if e.Command != "" {
		fmt.Fprintf(&b, "%s: ", e.Command)
	}
	b.WriteString(e.Text)
	return b.String()
}

// Remedy is what the user can do about it, in full sentences; empty when there is nothing to say.
func (e *Error) Remedy() string { return e.Advice }

// Unwrap gives the error below.
func (e *Error) Unwrap() error { return e.Cause }

// KindOf gives the kind of an error of this package, KindOther for any other.
func KindOf(err error) Kind {
	var e *Error
	if errors.As(err, &e) {
		return e.Kind
	}
	return KindOther
}

// wirePosition is the place in the request that Kea adds to its messages; it means
// nothing to somebody who did not write the request.
var wirePosition = regexp.MustCompile(`\s*\(?<wire>:\d+:\d+(?:-\d+)?\)?|\s*\(<string>:\d+:\d+\)`)

func stripPositions(text string) string {
	return strings.TrimSpace(wirePosition.ReplaceAllString(text, ""))
}

// classify is the one place that tells kinds apart by Kea's wording: the result codes
// do not (host_cmds and subnet_cmds use 1 for duplicates, facts of Kea 2.2, 2.6, 3.0).
func classify(result int, text string) Kind {
	switch result {
	case resultUnsupported:
		return KindUnsupported
	case resultEmpty:
		return KindNotFound
	case resultConflict:
		return KindConflict
	}
	switch {
	case containsAny(text, "unable to forward command"):
		return KindDaemonDown
	case containsAny(text, "as this host has already been added", "Database duplicate entry error",
		"already exists", "is already in use", "has already been defined", "duplicate network", "overlaps with an existing pool"):
		return KindExists
	case containsAny(text, "There's already a reservation for this address", "There's already reservation for this address"):
		return KindConflict
	case containsAny(text, "Can't find subnet", "not updated (not found)", "not deleted (not found)"):
		return KindNotFound
	case containsAny(text, "is used by class"):
		return KindInUse
	case containsAny(text, "forwarding socket is not configured"):
		return KindUnsupported
	}
	return KindInvalid
}

func containsAny(text string, parts ...string) bool {
	for _, part := range parts {
		if strings.Contains(text, part) {
			return true
		}
	}
	return false
}
