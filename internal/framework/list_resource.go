package framework

import (
	"context"
	"fmt"
	"net/netip"
	"strings"
	"sync"

	"github.com/hashicorp/terraform-plugin-framework-nettypes/cidrtypes"
	"github.com/hashicorp/terraform-plugin-framework-validators/stringvalidator"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/list"
	"github.com/hashicorp/terraform-plugin-framework/list/schema"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/kea"
)

var _ list.ListResourceWithConfigure = (*listResource)(nil)

// listResource lists the objects of a resource for terraform query. An object is read as
// an import reads it, so that generated configuration plans without a difference.
type listResource struct {
	Listable
	listing Listing
}

// NewListResource makes the list resource of a resource.
func NewListResource(r Listable) list.ListResource {
	return &listResource{Listable: r, listing: r.Listing()}
}

// together is how many objects are read at a time. Their reads share a process on the
// server, or a snapshot.
const together = 32

func (l *listResource) ListResourceConfigSchema(_ context.Context, _ list.ListResourceSchemaRequest, resp *list.ListResourceSchemaResponse) {
	attributes := map[string]schema.Attribute{
		"name_prefix": schema.StringAttribute{Optional: true, MarkdownDescription: "Only objects whose name, or id where they have no name, begins with this text."},
	}
	if l.listing.Located {
		attributes["within"] = schema.StringAttribute{
			Optional: true, CustomType: cidrtypes.IPPrefixType{},
			MarkdownDescription: "Only objects inside this network, such as `10.1.0.0/16`.",
		}
	}
	if l.listing.Families {
		attributes["service"] = schema.StringAttribute{
			Optional: true, Validators: []validator.String{stringvalidator.OneOf(kea.V4.Service(), kea.V6.Service())},
			MarkdownDescription: "`dhcp4` or `dhcp6`. Default: `dhcp4`.",
		}
	}
	words := fmt.Sprintf("Lists the %s on the server for `terraform query` (Terraform 1.14), to import them.", l.listing.Of)
	if l.listing.Note != "" {
		words += " " + l.listing.Note
	}
	resp.Schema = schema.Schema{Attributes: attributes, MarkdownDescription: words}
}

func (l *listResource) List(ctx context.Context, req list.ListRequest, stream *list.ListResultsStream) {
	var diags diag.Diagnostics
	filter := l.filterOf(ctx, req.Config, &diags)
	var found []Listed
	if !diags.HasError() {
		all, err := l.listing.Find(ctx, filter.family, &diags)
		if err != nil {
			AddError(&diags, "Unable to list the "+l.listing.Of, err)
		}
		found = filter.of(all)
	}
	if diags.HasError() {
		stream.Results = list.ListResultsStreamDiagnostics(diags)
		return
	}
	if n := len(found); int64(n) > req.Limit {
		diags.AddWarning(fmt.Sprintf("Only %d of %d %s are listed", req.Limit, n, l.listing.Of), "The rest is left out. Set limit in the list block to list more.")
		found = found[:req.Limit]
	}
	stream.Results = func(push func(list.ListResult) bool) {
		if len(diags) > 0 && !push(list.ListResult{Diagnostics: diags}) {
			return
		}
		for len(found) > 0 {
			next := found[:min(together, len(found))]
			found = found[len(next):]
			for _, result := range l.results(ctx, req, next) {
				if !push(result) {
					return
				}
			}
		}
	}
}

// results reads objects at the same time and keeps their order.
func (l *listResource) results(ctx context.Context, req list.ListRequest, objects []Listed) []list.ListResult {
	out := make([]list.ListResult, len(objects))
	var wait sync.WaitGroup
	for i, object := range objects {
		wait.Go(func() { out[i] = l.result(ctx, req, object) })
	}
	wait.Wait()
	return out
}

// result makes one result. An object that cannot be read is a warning, so that the others
// are listed.
func (l *listResource) result(ctx context.Context, req list.ListRequest, object Listed) list.ListResult {
	result := req.NewListResult(ctx)
	result.DisplayName = object.display()
	result.Diagnostics.Append(result.Identity.SetAttribute(ctx, path.Root("id"), object.ID)...)
	if !req.IncludeResource || result.Diagnostics.HasError() {
		return result
	}
	empty := tfsdk.State{Schema: req.ResourceSchema, Raw: tftypes.NewValue(req.ResourceSchema.Type().TerraformType(ctx), nil)}
	imported := resource.ImportStateResponse{State: empty, Identity: result.Identity}
	l.ImportState(ctx, resource.ImportStateRequest{ID: object.ID}, &imported)
	read := resource.ReadResponse{State: imported.State, Identity: result.Identity, Diagnostics: imported.Diagnostics}
	if !read.Diagnostics.HasError() {
		l.Read(ctx, resource.ReadRequest{State: imported.State, Identity: result.Identity}, &read)
	}
	if read.Diagnostics.HasError() {
		return list.ListResult{Diagnostics: leftOut(object, read.Diagnostics)}
	}
	if read.State.Raw.IsNull() { // gone since
		return list.ListResult{Diagnostics: leftOut(object, diag.Diagnostics{diag.NewErrorDiagnostic("The object is gone", "It was on the server when the list was made.")})}
	}
	result.Resource.Raw = read.State.Raw
	result.Diagnostics.Append(read.Diagnostics...)
	return result
}

// leftOut tells of an object that is not listed, and why.
func leftOut(object Listed, reasons diag.Diagnostics) diag.Diagnostics {
	var out diag.Diagnostics
	for _, reason := range reasons.Errors() {
		out.AddWarning(object.display()+" is left out: "+reason.Summary(), reason.Detail())
	}
	return out
}

// listFilter is what the list block asks for.
type listFilter struct {
	within     netip.Prefix
	namePrefix string
	family     kea.Family
}

func (l *listResource) filterOf(ctx context.Context, config tfsdk.Config, diags *diag.Diagnostics) listFilter {
	text := func(name string) string {
		var v types.String
		diags.Append(config.GetAttribute(ctx, path.Root(name), &v)...)
		return v.ValueString()
	}
	filter := listFilter{namePrefix: text("name_prefix"), family: kea.V4}
	if l.listing.Located {
		var within cidrtypes.IPPrefix
		diags.Append(config.GetAttribute(ctx, path.Root("within"), &within)...)
		filter.within, _ = netip.ParsePrefix(within.ValueString()) // checked by its type
	}
	if l.listing.Families {
		if family, ok := kea.ParseService(text("service")); ok {
			filter.family = family
		}
	}
	return filter
}

func (f listFilter) of(all []Listed) []Listed {
	var out []Listed
	for _, object := range all {
		name := object.Name
		if name == "" {
			name = object.ID
		}
		if strings.HasPrefix(name, f.namePrefix) && (!f.within.IsValid() || f.within.Contains(object.Address)) {
			out = append(out, object)
		}
	}
	return out
}
