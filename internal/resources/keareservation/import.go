package keareservation

import (
	"context"
	"fmt"
	"net/netip"
	"slices"
	"strconv"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/framework"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/kea"
)

const importHelp = "Import a reservation by its id (dhcp4/1/hw-address=02:00:5e:10:00:01), by subnet and identifier (192.0.2.0/24/02:00:5e:10:00:01, 1/client-id=01AABBCC), or by its address (192.0.2.10)."

// ImportState finds the reservation; the read that follows fills in everything else.
func (r *reservationResource) ImportState(ctx context.Context, req resource.ImportStateRequest, resp *resource.ImportStateResponse) {
	id := framework.ImportID(ctx, req, &resp.Diagnostics).ValueString()
	client := r.Client(&resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}
	family, key, err := find(ctx, client, id)
	if err == nil {
		_, err = client.Reservation(ctx, family, key)
	}
	if err != nil {
		framework.AddError(&resp.Diagnostics, fmt.Sprintf("Unable to import Kea reservation %q", id), err)
		return
	}
	set := func(name string, value any) {
		resp.Diagnostics.Append(resp.State.SetAttribute(ctx, path.Root(name), value)...)
	}
	set("id", family.Service()+"/"+key.String())
	set("service", family.Service())
	set("subnet_id", int64(key.SubnetID))
	set(attributeOf(key.IdentifierType), key.Identifier)
}

// find reads an import id: by address, or by subnet and identifier.
func find(ctx context.Context, client *kea.Client, id string) (kea.Family, kea.ReservationKey, error) {
	if address, err := netip.ParseAddr(id); err == nil {
		found, err := client.ReservationByAddress(ctx, address)
		return kea.FamilyOf(address), found.ReservationKey, err
	}
	service, rest, _ := strings.Cut(id, "/")
	family, named := kea.ParseService(service)
	if !named {
		family, rest = kea.V4, id
	}
	at := strings.LastIndex(rest, "/")
	if at < 0 {
		return family, kea.ReservationKey{}, fmt.Errorf("%q is no import id. %s", id, importHelp)
	}
	var key kea.ReservationKey
	if number, err := strconv.ParseUint(rest[:at], 10, 32); err == nil {
		key.SubnetID = uint32(number)
	} else {
		prefix, err := netip.ParsePrefix(rest[:at])
		if err != nil {
			return family, key, fmt.Errorf("%q is neither the id of a subnet nor its prefix. %s", rest[:at], importHelp)
		}
		family = kea.FamilyOf(prefix.Addr())
		subnet, err := client.SubnetByPrefix(ctx, prefix)
		if err != nil {
			return family, key, err
		}
		key.SubnetID = subnet.Set.ID
	}
	return family, key, identify(&key, family, rest[at+1:])
}

// identify reads type=identifier, or a hardware address alone.
func identify(key *kea.ReservationKey, family kea.Family, text string) error {
	kind, value, typed := strings.Cut(text, "=")
	if !typed {
		kind, value = kea.HWAddress, text
	}
	if !slices.Contains(kea.IdentifierTypes(family), kind) {
		return fmt.Errorf("%q is no identifier type of %s. %s", kind, family.Service(), importHelp)
	}
	normal, err := kea.NormalizeIdentifier(kind, value)
	if err != nil {
		return fmt.Errorf("%w. %s", err, importHelp)
	}
	key.IdentifierType, key.Identifier = kind, normal
	return nil
}
