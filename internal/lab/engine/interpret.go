package engine

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/lab/model"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/windows/cmdlet"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/windows/script"
)

// interpreter does in Go what server.ps1 does. The parity test holds the two together.
type interpreter struct {
	engine *Builtin
	ctx    context.Context
	on     Host
	out    strings.Builder
}

// object is what a cmdlet returns: properties, or plain text alone.
type object map[string]any

// failure is an error of a step.
type failure struct {
	cmdlet, id, category, message, cause string
	number                               int64
}

func (r *interpreter) program(p script.RequestProgram) {
	r.line("P", p.Name())
	if p.Probe {
		r.environment()
	}
	if name := forbidden(p.Steps); name != "" {
		r.failure("F", 0, &failure{cmdlet: name, id: script.CmdletNotAllowed, category: "PermissionDenied", message: "the script does not run this command"})
		r.line("Z")
		return
	}
	var kept [][]object
	for i, step := range p.Steps {
		objects, failed := r.whole(step, i, kept)
		if failed != nil {
			r.failure("F", i, failed)
			r.undo(p.Steps[:i])
			break
		}
		kept = append(kept, objects)
	}
	r.line("Z")
}

// forbidden returns the first command of a program, undo steps among them, that the script does not run.
func forbidden(steps []script.RequestStep) string {
	for _, step := range steps {
		for _, call := range append([]script.RequestStep{step}, step.Undo...) {
			if cmdlet.Lookup(call.Cmdlet) == nil {
				return call.Cmdlet
			}
		}
	}
	return ""
}

// line writes a line of the answer.
func (r *interpreter) line(kind string, cells ...any) {
	r.out.WriteString(kind)
	for _, v := range cells {
		r.out.WriteString("\t" + script.FormatCell(v))
	}
	r.out.WriteString("\n")
}

func (r *interpreter) failure(kind string, step int, f *failure) {
	var number, cause any
	if f.number != 0 {
		number = f.number
	}
	if f.cause != "" {
		cause = f.cause
	}
	r.line(kind, step, f.cmdlet, f.id, f.category, number, f.message, cause)
}

// whole runs a step, once or for every object of an earlier one, and returns its objects.
func (r *interpreter) whole(step script.RequestStep, index int, kept [][]object) ([]object, *failure) {
	r.line("S", index, step.Columns())
	items := []object{nil}
	if step.Each != nil {
		items = kept[step.Each.Step]
	}
	var all []object
	for _, item := range items {
		objects, failed := r.once(step, item)
		if failed != nil && (step.Each == nil || !step.Each.KeepGoing) {
			return nil, failed
		}
		if failed != nil {
			r.failure("X", index, failed)
			r.line("K", keys(step, item)...)
			continue
		}
		for _, o := range objects {
			cells := keys(step, item)
			for _, name := range step.Take {
				cells = append(cells, o.property(name))
			}
			r.line("R", cells...)
		}
		all = append(all, objects...)
	}
	return all, nil
}

// property returns a property by its name, which text has not: it is its own.
func (o object) property(name string) any {
	if text, isText := o[""]; isText {
		return text
	}
	return o[name]
}

// keys are the values that an earlier step gives, in the order of their parameters.
func keys(step script.RequestStep, item object) []any {
	var cells []any
	for _, parameter := range step.Bound() {
		cells = append(cells, item[step.Each.Bind[parameter]])
	}
	return cells
}

// once runs a step for one item and makes the checks of its tolerance and guard.
func (r *interpreter) once(step script.RequestStep, item object) ([]object, *failure) {
	objects, failed := r.invoke(step, item)
	if failed != nil {
		if !tolerated(step, failed) {
			return nil, failed
		}
		objects = nil
	}
	if changed := guard(step, objects); changed != "" {
		return nil, &failure{cmdlet: step.Cmdlet, id: script.GuardFailed, category: "InvalidOperation", message: changed}
	}
	return objects, nil
}

func tolerated(step script.RequestStep, f *failure) bool {
	return slices.ContainsFunc(step.Tolerate, func(id string) bool {
		return id == f.id || f.number != 0 && strings.HasSuffix(id, " "+strconv.FormatInt(f.number, 10))
	})
}

func guard(step script.RequestStep, objects []object) string {
	if step.Guard == nil {
		return ""
	}
	if len(objects) == 0 {
		return "the object is gone"
	}
	for _, o := range objects {
		for name, expected := range step.Guard {
			if script.FormatCell(o.property(name)) != expected {
				return fmt.Sprintf("property %s has changed", name)
			}
		}
	}
	return ""
}

// invoke binds a call and hands it to the model; as under -ErrorAction Stop, the first error is all.
func (r *interpreter) invoke(step script.RequestStep, item object) ([]object, *failure) {
	args := map[string]any{}
	for name, argument := range step.Args {
		v, err := argument.Native()
		if err != nil {
			return nil, &failure{cmdlet: step.Cmdlet, id: "InvalidOperation", category: "InvalidOperation", message: err.Error()}
		}
		args[name] = v
	}
	for _, parameter := range step.Bound() {
		args[parameter] = native(item[step.Each.Bind[parameter]])
	}
	result := r.engine.call(r.ctx, r.on, step.Cmdlet, args)
	if len(result.Errors) > 0 {
		return nil, failureOf(step.Cmdlet, result.Errors[0])
	}
	var objects []object
	for _, row := range result.Rows {
		objects = append(objects, typed(row))
	}
	for _, text := range result.Text {
		objects = append(objects, object{"": text})
	}
	return objects, nil
}

// call binds a call by the table of signatures and hands it to the model.
func (b *Builtin) call(ctx context.Context, on Host, name string, args map[string]any) model.Result {
	if !on.Server.HasModule() {
		return refused("CommandNotFoundException", "ObjectNotFound", "The term '"+name+"' is not recognized as a name of a cmdlet.")
	}
	_, bound, refusal := cmdlet.Bind(name, args)
	if refusal != nil {
		return refused(refusal.ID, refusal.Category, refusal.Message)
	}
	return b.invoke(ctx, b.options, Call{on, cmdlet.Canonical(name), bound})
}

func refused(id, category, message string) model.Result {
	return model.Result{Errors: []*model.ErrorRecord{{ID: id, Category: category, Message: message}}}
}

func failureOf(name string, e *model.ErrorRecord) *failure {
	number, cause := e.Cause()
	return &failure{cmdlet: name, id: e.ID, category: e.Category, message: e.Message, number: number, cause: cause}
}

func (r *interpreter) undo(done []script.RequestStep) {
	for i := len(done) - 1; i >= 0; i-- {
		for _, step := range done[i].Undo {
			if _, failed := r.invoke(step, nil); failed != nil && !tolerated(step, failed) {
				r.failure("U", i, failed)
			}
		}
	}
}

// environment answers a probe as Windows Server 2022 would.
func (r *interpreter) environment() {
	var module any = "2.0.0.0"
	missing := []string{}
	if !r.on.Server.HasModule() {
		module, missing = nil, cmdlet.Names()
	}
	r.line("V", "5.1.20348.1", fullLanguage, module, missing)
	if module == nil {
		r.failure("F", 0, &failure{cmdlet: "Import-Module", id: "Modules_ModuleNotFound", category: "ResourceUnavailable", message: "The specified module 'DhcpServer' was not loaded because no valid module file was found in any module directory."})
	}
}
