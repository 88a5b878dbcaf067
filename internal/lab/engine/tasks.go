package engine

import (
	"context"
	"crypto/rand"
	"errors"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/lab/model"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/windows/script"
)

// endpointSuffix makes the address of a session on a configuration from its caller's.
const endpointSuffix = "/endpoint"

// logon makes a logon that reaches a second machine, or says in Windows' words why not.
func (o Options) logon(h script.Hop) *script.HopError {
	if h.Endpoint != "" {
		if slices.Contains(o.Endpoints, h.Endpoint) {
			return nil
		}
		return &script.HopError{ID: "CannotConnect", Cmdlet: "New-PSSession", Message: "[localhost] Connecting to remote server localhost failed with the following error message : The WS-Management service cannot process the request. Cannot find the " + h.Endpoint + " session configuration in the WSMan: drive on the localhost computer."}
	}
	_, user, hasDomain := strings.Cut(h.Username, `\`)
	if !hasDomain {
		user = h.Username
	}
	if password, known := o.Accounts[user]; known && password == h.Password {
		return nil
	}
	return &script.HopError{ID: "HRESULT 0x8007052e", Cmdlet: "Register-ScheduledTask", Message: "The user name or password is incorrect."}
}

// task is a task of the Task Scheduler of a host.
type task struct {
	on        Host // where and as whom it runs
	arguments string
	stop      context.CancelFunc // of its process; nil when it has not been started
}

// Dir is the folder in which all processes run.
func (e *Pwsh) Dir() string { return e.dir }

// LeaveTask registers a task that some earlier run did not remove.
func (e *Pwsh) LeaveTask(name string) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.tasks[name] = &task{}
}

// Tasks returns the names of the registered tasks.
func (e *Pwsh) Tasks() []string {
	e.mu.Lock()
	defer e.mu.Unlock()
	return slices.Sorted(maps.Keys(e.tasks))
}

// WaitForTasks waits until no process of a task runs.
func (e *Pwsh) WaitForTasks() { e.begun.Wait() }

// system runs the commands of the module ScheduledTasks, and the one that opens a session.
func (e *Pwsh) system(caller, name string, args map[string]string) model.Result {
	on := e.calls.host(caller)
	switch name {
	case "New-PSSession":
		return e.enter(caller, on, args["ConfigurationName"])
	case "Register-ScheduledTask":
		return e.register(on, args)
	case "Get-ScheduledTask":
		return e.findTasks(args["TaskName"])
	}
	e.mu.Lock()
	t := e.tasks[args["TaskName"]]
	defer e.mu.Unlock()
	if t == nil {
		return refused("CmdletizationQuery_NotFound_TaskName", "ObjectNotFound", "No MSFT_ScheduledTask objects found with property 'TaskName' equal to '"+args["TaskName"]+"'.")
	}
	switch name {
	case "Start-ScheduledTask":
		return e.begin(t)
	case "Stop-ScheduledTask":
		if t.stop != nil {
			t.stop()
		}
	case "Unregister-ScheduledTask":
		delete(e.tasks, args["TaskName"]) // what runs goes on
	case "Get-ScheduledTaskInfo":
		return model.Result{Rows: []model.Object{{Properties: map[string]any{"LastTaskResult": int64(267011)}}}}
	}
	return model.Result{}
}

// enter opens a session on a configuration: what calls there has the logon of its RunAs.
func (e *Pwsh) enter(caller string, on Host, endpoint string) model.Result {
	if r := e.options.logon(script.Hop{Endpoint: endpoint}); r != nil {
		return refused(r.ID, "OpenError", r.Message)
	}
	on.Logon.Delegated = true
	e.calls.admit(caller+endpointSuffix, on)
	return model.Result{Text: []string{e.calls.base + caller + endpointSuffix}}
}

func (e *Pwsh) register(on Host, args map[string]string) model.Result {
	if r := e.options.logon(script.Hop{Username: args["User"], Password: args["Password"]}); r != nil {
		return refused(r.ID, "NotSpecified", r.Message)
	}
	on.Logon.Delegated = true
	e.mu.Lock()
	defer e.mu.Unlock()
	e.tasks[args["TaskName"]] = &task{on: on, arguments: args["Arguments"]}
	return model.Result{}
}

func (e *Pwsh) findTasks(pattern string) (r model.Result) {
	for _, name := range e.Tasks() {
		if match, err := filepath.Match(pattern, name); err == nil && match {
			r.Rows = append(r.Rows, model.Object{Properties: map[string]any{"TaskName": name}})
		}
	}
	return r
}

// begin starts the process of a task. The caller holds the lock.
func (e *Pwsh) begin(t *task) model.Result {
	before, command, _ := strings.Cut(t.arguments, ` -Command "`)
	e.process("powershell.exe " + t.arguments)
	ctx, stop := context.WithCancel(e.ctx)
	t.stop = stop
	token := rand.Text()
	p := exec.CommandContext(ctx, e.program, append(strings.Fields(before), "-Command", strings.TrimSuffix(command, `"`))...)
	p.Dir = e.dir
	p.Env = append(os.Environ(), "PSModulePath="+filepath.Join(e.dir, "modules"), "DHCP_LAB_MODEL="+e.calls.base+token, "NO_COLOR=1")
	p.Stderr = io.Discard
	e.calls.admit(token, t.on)
	if err := p.Start(); err != nil {
		stop()
		return refused("HRESULT 0x80070002", "NotSpecified", errors.Join(errors.New("the system cannot find the file specified"), err).Error())
	}
	e.begun.Go(func() {
		defer stop()
		defer e.calls.dismiss(token)
		_ = p.Wait() // a task's exit code is nobody's
	})
	return model.Result{}
}
