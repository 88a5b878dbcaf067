package framework

import (
	"context"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/kea"
)

// KeaModel is the state of a resource as the frame [KeaObject] sees it: what the attributes
// mean to the server, and what the server's answers mean to the attributes. Errors come
// without the object's name, which the frame adds.
type KeaModel[M any] interface {
	*M
	// Title names the object in a summary: "Kea pool 10.1.0.0/28".
	Title() string
	// Identifier is the attribute id.
	Identifier() types.String
	// Create makes the object, or refuses when there is one.
	Create(ctx context.Context, client *kea.Client, diags *diag.Diagnostics) (kea.Warning, error)
	// Update changes the object of the prior state to what the model says.
	Update(ctx context.Context, client *kea.Client, prior *M, diags *diag.Diagnostics) (kea.Warning, error)
	// Delete removes the object; one that is gone is no error.
	Delete(ctx context.Context, client *kea.Client) (kea.Warning, error)
	// Read takes over what the server has, also into attributes that the server fills in.
	// An error of kea.KindNotFound says that there is no such object.
	Read(ctx context.Context, client *kea.Client, diags *diag.Diagnostics) error
	// Import fills in the attribute id, as the resource spells it, and what Read needs.
	Import(ctx context.Context, client *kea.Client, id string) error
}

// KeaObject is the frame of a resource of a Kea server: everything but its schema and its
// model. A resource embeds it and adds the checks of its own.
type KeaObject[M any, P KeaModel[M]] struct {
	KeaResource
	Importable
	// TypeName is the name of the resource type.
	TypeName string
	// Shape gives the schema.
	Shape func() schema.Schema
}

// Metadata names the type.
func (r *KeaObject[M, P]) Metadata(_ context.Context, _ resource.MetadataRequest, resp *resource.MetadataResponse) {
	resp.TypeName = r.TypeName
}

// Schema gives the schema.
func (r *KeaObject[M, P]) Schema(_ context.Context, _ resource.SchemaRequest, resp *resource.SchemaResponse) {
	resp.Schema = r.Shape()
}

// Create makes the object and reads it back.
func (r *KeaObject[M, P]) Create(ctx context.Context, req resource.CreateRequest, resp *resource.CreateResponse) {
	plan := P(new(M))
	resp.Diagnostics.Append(req.Plan.Get(ctx, plan)...)
	client := r.Client(&resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}
	warning, err := plan.Create(ctx, client, &resp.Diagnostics)
	if settled(ctx, plan, client, "create", warning, err, &resp.Diagnostics) {
		SetIdentity(ctx, resp.Identity, plan.Identifier(), &resp.Diagnostics)
		resp.Diagnostics.Append(resp.State.Set(ctx, plan)...)
	}
}

// Read takes over what the server has, and gives up an object that is gone.
func (r *KeaObject[M, P]) Read(ctx context.Context, req resource.ReadRequest, resp *resource.ReadResponse) {
	state := P(new(M))
	resp.Diagnostics.Append(req.State.Get(ctx, state)...)
	SetIdentity(ctx, resp.Identity, state.Identifier(), &resp.Diagnostics)
	client := r.Client(&resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}
	err := state.Read(ctx, client, &resp.Diagnostics)
	switch {
	case kea.KindOf(err) == kea.KindNotFound:
		resp.State.RemoveResource(ctx)
	case err != nil:
		AddError(&resp.Diagnostics, "Unable to read "+state.Title(), err)
	default:
		resp.Diagnostics.Append(resp.State.Set(ctx, state)...)
	}
}

// Update changes the object and reads it back.
func (r *KeaObject[M, P]) Update(ctx context.Context, req resource.UpdateRequest, resp *resource.UpdateResponse) {
	plan, state := P(new(M)), P(new(M))
	resp.Diagnostics.Append(req.Plan.Get(ctx, plan)...)
	resp.Diagnostics.Append(req.State.Get(ctx, state)...)
	SetIdentity(ctx, resp.Identity, state.Identifier(), &resp.Diagnostics)
	client := r.Client(&resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}
	warning, err := plan.Update(ctx, client, state, &resp.Diagnostics)
	if settled(ctx, plan, client, "update", warning, err, &resp.Diagnostics) {
		resp.Diagnostics.Append(resp.State.Set(ctx, plan)...)
	}
}

// Delete removes the object.
func (r *KeaObject[M, P]) Delete(ctx context.Context, req resource.DeleteRequest, resp *resource.DeleteResponse) {
	state := P(new(M))
	resp.Diagnostics.Append(req.State.Get(ctx, state)...)
	client := r.Client(&resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}
	warning, err := state.Delete(ctx, client)
	AddKeaWarning(&resp.Diagnostics, warning)
	if err != nil {
		AddError(&resp.Diagnostics, "Unable to delete "+state.Title(), err)
	}
}

// ImportState takes the id of the import command or of the identity; the read that follows
// fills in everything else.
func (r *KeaObject[M, P]) ImportState(ctx context.Context, req resource.ImportStateRequest, resp *resource.ImportStateResponse) {
	id := ImportID(ctx, req, &resp.Diagnostics)
	// The attribute makes the state an object, from which a model with typed nulls can be read.
	resp.Diagnostics.Append(resp.State.SetAttribute(ctx, path.Root("id"), id)...)
	state := P(new(M))
	resp.Diagnostics.Append(resp.State.Get(ctx, state)...)
	client := r.Client(&resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}
	if err := state.Import(ctx, client, id.ValueString()); err != nil {
		AddError(&resp.Diagnostics, fmt.Sprintf("Unable to import %s %q", r.TypeName, id.ValueString()), err)
		return
	}
	SetIdentity(ctx, resp.Identity, state.Identifier(), &resp.Diagnostics)
	resp.Diagnostics.Append(resp.State.Set(ctx, state)...)
}

// settled reports the outcome of a change and reads the object back.
func settled[M any, P KeaModel[M]](ctx context.Context, plan P, client *kea.Client, verb string, warning kea.Warning, err error, diags *diag.Diagnostics) bool {
	AddKeaWarning(diags, warning)
	if err != nil {
		AddError(diags, "Unable to "+verb+" "+plan.Title(), err)
		return false
	}
	if diags.HasError() {
		return false
	}
	if err := plan.Read(ctx, client, diags); err != nil {
		AddError(diags, "Unable to read "+plan.Title(), err)
		return false
	}
	return !diags.HasError()
}
