package windows

import (
	"errors"
	"fmt"
	"strings"
)

// Kind is what an error means, whatever words the server used.
type Kind string

// The kinds of errors.
const (
	KindOther             Kind = "other"
	KindNotFound          Kind = "not found"            // the object does not exist
	KindExists            Kind = "exists"               // it exists already
	KindTakenOver         Kind = "taken over"           // it exists exactly as wanted, and is managed from now on
	KindInUse             Kind = "in use"               // clients hold addresses of it, or something depends on it
	KindConflict          Kind = "conflict"             // it collides with another object
	KindInvalid           Kind = "invalid"              // the server does not take a value
	KindDenied            Kind = "denied"               // the user has no right to do it
	KindUnreachable       Kind = "unreachable"          // the host or the DHCP server does not answer
	KindServiceStopped    Kind = "service stopped"      // the DHCP service does not run
	KindDoubleHop         Kind = "double hop"           // the logon does not reach the partner
	KindBusy              Kind = "busy"                 // passes by itself: wait and try again
	KindTimeout           Kind = "timeout"              // no answer in time; nothing was changed
	KindUnknownOutcome    Kind = "unknown outcome"      // a change was handed over and its answer is lost
	KindMissingCmdlets    Kind = "missing cmdlets"      // the DhcpServer module is not installed
	KindConstrained       Kind = "constrained language" // PowerShell does not run in full language mode
	KindPartner           Kind = "partner"              // the failover partner is the cause
	KindNotReplicated     Kind = "not replicated"       // the change is on this server and not on the partner
	KindChangedMeanwhile  Kind = "changed meanwhile"    // the object is no longer as the plan was made for
	KindUnsupported       Kind = "unsupported"          // the server's version does not have it
	KindAuthorization     Kind = "authorization"        // the directory does not authorize the server
	KindProtocol          Kind = "protocol"             // an answer that makes no sense
	KindWrongServer       Kind = "wrong server"         // the host is not the server that it should be
	KindRefused           Kind = "refused"              // by a guard of the provider itself
	KindAuthentication    Kind = "authentication"       // the logon was refused
	KindTransportSecurity Kind = "transport security"   // TLS or message protection failed
	KindExhausted         Kind = "exhausted"            // no address, relationship or session is left
	KindCancelled         Kind = "cancelled"            // the caller gave up before anything started
)

// Error is a failed operation on a Windows DHCP server.
type Error struct {
	Kind    Kind
	Object  string // "scope 10.1.0.0"
	Server  string // the DHCP server as the configuration names it
	ID      string // the server's number or PowerShell's id: "DHCP 20005", "CommandNotFoundException"
	Cmdlet  string // that raised it
	Message string // what happened, with the server's own words
	Advice  string // what to do next, in full sentences
	Err     error  // the cause, when there is one

	whole bool // nothing of the batch was answered
	lost  bool // and what was handed over may have been done
	made  bool // a part of the object exists
}

// Error says which object on which server, what the server said and by which number.
func (e *Error) Error() string {
	var b strings.Builder
	if e.Object != "" {
		b.WriteString(e.Object)
		if e.Server != "" {
			b.WriteString(" on " + e.Server)
		}
		b.WriteString(": ")
	} else if e.Server != "" {
		b.WriteString(e.Server + ": ")
	}
	b.WriteString(strings.TrimRight(e.Message, ". "))
	switch {
	case e.ID != "" && e.Cmdlet != "":
		fmt.Fprintf(&b, " (%s, %s)", e.ID, e.Cmdlet)
	case e.ID != "":
		fmt.Fprintf(&b, " (%s)", e.ID)
	}
	return b.String()
}

// Remedy is what the user can do about it.
func (e *Error) Remedy() string { return e.Advice }

func (e *Error) Unwrap() error { return e.Err }

// KindOf tells what an error means; KindOther when it is not of this package.
func KindOf(err error) Kind {
	var e *Error
	if errors.As(err, &e) {
		return e.Kind
	}
	return KindOther
}

// IsNotFound tells whether the server said for certain that the object does not exist.
func IsNotFound(err error) bool { return KindOf(err) == KindNotFound }
