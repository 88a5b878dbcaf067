package conformance

import (
	"context"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/lab/model"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/windows/cmdlet"
)

// Builtin is the engine without PowerShell: it binds a call by the table of signatures.
type Builtin struct{}

// Call runs one call on a server.
func (Builtin) Call(_ context.Context, server *model.Server, name string, args map[string]any) (model.Result, error) {
	return call(server, name, args), nil
}

func call(server *model.Server, name string, args map[string]any) model.Result {
	if !server.HasModule() {
		return failed("CommandNotFoundException", "ObjectNotFound", "The term '"+name+"' is not recognized.")
	}
	_, bound, refusal := cmdlet.Bind(name, args)
	if refusal != nil {
		return failed(refusal.ID, refusal.Category, refusal.Message)
	}
	return server.Invoke(model.Logon{}, name, bound)
}

func failed(id, category, message string) model.Result {
	return model.Result{Errors: []*model.ErrorRecord{{ID: id, Category: category, Message: message}}}
}
