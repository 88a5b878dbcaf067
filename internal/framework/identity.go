package framework

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/identityschema"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"
	"github.com/hashicorp/terraform-plugin-framework/types"
)

// Importable is embedded by every resource that has an attribute id: it gives the
// resource identity (id, the same text that terraform import takes) and the import by
// id or identity.
type Importable struct{}

// IdentitySchema describes the identity of a resource.
func (Importable) IdentitySchema(_ context.Context, _ resource.IdentitySchemaRequest, resp *resource.IdentitySchemaResponse) {
	resp.IdentitySchema = identityschema.Schema{Attributes: map[string]identityschema.Attribute{
		"id": identityschema.StringAttribute{
			RequiredForImport: true,
			Description:       "The id of the object, as terraform import takes it.",
		},
	}}
}

// ImportState takes over the id; the read that follows fills in everything else.
func (Importable) ImportState(ctx context.Context, req resource.ImportStateRequest, resp *resource.ImportStateResponse) {
	resource.ImportStatePassthroughWithIdentity(ctx, path.Root("id"), path.Root("id"), req, resp)
}

// ImportID is the id that an import names, by the command or by the identity.
func ImportID(ctx context.Context, req resource.ImportStateRequest, diags *diag.Diagnostics) types.String {
	id := types.StringValue(req.ID)
	if req.ID == "" && req.Identity != nil {
		diags.Append(req.Identity.GetAttribute(ctx, path.Root("id"), &id)...)
	}
	return id
}

// SetIdentity writes the identity. Create, Read and Update call it first thing, before
// any early return: Terraform below 1.12 and OpenTofu keep no identity, and the
// framework then fails a response without one, even one that removes the resource.
func SetIdentity(ctx context.Context, identity *tfsdk.ResourceIdentity, id types.String, diags *diag.Diagnostics) {
	if identity == nil {
		return
	}
	diags.Append(identity.SetAttribute(ctx, path.Root("id"), id)...)
}
