// Package windows is the client of a Windows DHCP server, in the words of DHCP: Scope,
// Failover, Lease, … It knows nothing of Terraform, and nothing of how commands reach the
// server: a Runner carries them.
//
// # From an operation to the server
//
// An operation reads what it needs (read.go), decides by a pure function which cmdlets
// lead from there to the wanted object (…_plan.go), and sends them together with the reads
// that show what came of them (write.go). Both go through a gatherer (gather.go): what
// waits is sent together, in one PowerShell process. Identical reads share an answer; once
// many objects are asked for, a snapshot of the server serves the rest (snapshot.go). A
// write drops what it touched, when it begins and when it ends.
//
// A change is never sent twice. When its answer is lost, the object is read again and
// compared: what is wanted counts as done, anything else is an error of KindUnknownOutcome
// together with the object as it stands.
//
// # To add an object
//
// Each object has its own files and touches no others. As an example take scope.go,
// scope_plan.go, scope_read.go, scope_write.go; for a small object one or two are enough:
//
//   - the type, its decode function (a decoder reads a Row and keeps the first value that
//     makes no sense), and an object name for messages;
//   - its reads: a listing when a snapshot can serve them, ask(call) otherwise. A listing
//     names the call for one owner, and the call for the whole server where there is one;
//   - its change plans: pure functions from the current and the desired object to calls,
//     which say with Tolerate what counts as done already, with Undo how a half-made object
//     is taken away again, and with Guard what must still be so;
//   - its operations: lock what changes (locks.lock with lockScope, lockRelationship or a
//     key of its own), readFresh what the plan is made on, plan, write. The change names
//     what it touches. For what belongs to a scope, ask for relationships.all() as well and
//     let replicate (outcome.go) add the failover partner: one replication a relationship
//     and batch, and none from a host that answers as the other server of the pair. outcome
//     says what became of the change;
//   - tests: the plan as a table, random pairs carried out on the lab's model, and the
//     operations against the lab with answers lost before and after they ran.
//
// Numbers of the server mean the same for all cmdlets in most cases (numbers.go); where a
// cmdlet uses one otherwise it stands in the table of special meanings.
package windows
