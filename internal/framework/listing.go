package framework

import (
	"context"
	"net/netip"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/resource"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/kea"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/windows"
)

// Listable is a resource whose objects can be found on the server. That alone makes
// terraform query list them, see NewListResource.
type Listable interface {
	resource.ResourceWithConfigure
	resource.ResourceWithIdentity
	resource.ResourceWithImportState
	// Listing tells how the objects are found.
	Listing() Listing
}

// Listing tells how terraform query finds the objects of a resource.
type Listing struct {
	// Of names the objects in the plural, such as "DHCP scopes".
	Of string
	// Note is added to the description in full sentences: what is left out, or which other
	// resource has the same objects.
	Note string
	// Located tells that the objects have an address; the list then has the filter within.
	Located bool
	// Families tells that the objects of IPv4 and IPv6 are with different services; the list
	// then has the choice service.
	Families bool
	// Find gives the objects on the server, in the order to show them. A missing client is
	// reported to diags.
	Find func(ctx context.Context, family kea.Family, diags *diag.Diagnostics) ([]Listed, error)
}

// Listed is one object on the server.
type Listed struct {
	ID      string     // as terraform import takes it
	Name    string     // what people call it; empty where the id says it all
	Address netip.Addr // where it is; not valid for an object without a place
}

// display names the object for people.
func (l Listed) display() string {
	if l.Name == "" || l.Name == l.ID {
		return l.ID
	}
	return l.Name + " (" + l.ID + ")"
}

// ListWindows is the Find of a resource whose objects one call of the client lists.
func ListWindows[T any](r *WindowsResource, all func(*windows.Client, context.Context) ([]T, error), listed func(T) Listed) func(context.Context, kea.Family, *diag.Diagnostics) ([]Listed, error) {
	return func(ctx context.Context, _ kea.Family, diags *diag.Diagnostics) ([]Listed, error) {
		client := r.Client(diags)
		if client == nil {
			return nil, nil
		}
		found, err := all(client, ctx)
		return listedOf(found, listed), err
	}
}

// ListKea is the Find of a resource whose objects one call of the client lists.
func ListKea[T any](r *KeaResource, all func(*kea.Client, context.Context, kea.Family) ([]T, error), listed func(T) Listed) func(context.Context, kea.Family, *diag.Diagnostics) ([]Listed, error) {
	return func(ctx context.Context, family kea.Family, diags *diag.Diagnostics) ([]Listed, error) {
		client := r.Client(diags)
		if client == nil {
			return nil, nil
		}
		found, err := all(client, ctx, family)
		return listedOf(found, listed), err
	}
}

func listedOf[T any](found []T, listed func(T) Listed) []Listed {
	out := make([]Listed, len(found))
	for i, object := range found {
		out[i] = listed(object)
	}
	return out
}
