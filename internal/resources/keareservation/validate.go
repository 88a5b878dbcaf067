package keareservation

import (
	"context"
	"fmt"
	"net/netip"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework-validators/resourcevalidator"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/kea"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/resources/keaattr"
)

func (r *reservationResource) ConfigValidators(context.Context) []resource.ConfigValidator {
	return []resource.ConfigValidator{
		resourcevalidator.ExactlyOneOf(path.MatchRoot("hw_address"), path.MatchRoot("client_id"), path.MatchRoot("duid"), path.MatchRoot("circuit_id"), path.MatchRoot("flex_id")),
		resourcevalidator.AtLeastOneOf(path.MatchRoot("subnet"), path.MatchRoot("subnet_id"), path.MatchRoot("global")),
	}
}

func (r *reservationResource) ValidateConfig(ctx context.Context, req resource.ValidateConfigRequest, resp *resource.ValidateConfigResponse) {
	var config model
	resp.Diagnostics.Append(req.Config.Get(ctx, &config)...)
	if resp.Diagnostics.HasError() {
		return
	}
	family := config.configuredFamily()
	config.validateFamily(family, path.Root, &resp.Diagnostics)
	config.validateIdentifier(family, path.Root, &resp.Diagnostics)
	keaattr.CheckOptions(ctx, family, config.OptionData, path.Root("option_data"), &resp.Diagnostics)
	if prefix, err := netip.ParsePrefix(config.Subnet.ValueString()); err == nil {
		config.validateInside(prefix, path.Root, &resp.Diagnostics)
	}
	config.validatePlace(&resp.Diagnostics)
}

// validatePlace refuses a global reservation that names a subnet, and one of a subnet that
// names none. Subnet and id may both be given, as generated configuration does: the plan
// compares them with the server.
func (m *model) validatePlace(diags *diag.Diagnostics) {
	named := !m.Subnet.IsNull() || m.SubnetID.IsUnknown() || m.SubnetID.ValueInt64() != 0
	switch {
	case m.Global.IsUnknown():
	case m.Global.ValueBool() && named:
		diags.AddAttributeError(path.Root("global"), "Invalid attribute combination", "A global reservation belongs to no subnet: leave out subnet and subnet_id, or global.")
	case !m.Global.IsNull() && !m.Global.ValueBool() && !named:
		diags.AddAttributeError(path.Root("global"), "Invalid attribute combination", "Leave global out instead of setting it to false, and give subnet or subnet_id.")
	case !m.Subnet.IsNull() && m.SubnetID.Equal(types.Int64Value(0)):
		diags.AddAttributeError(path.Root("subnet_id"), "Invalid attribute combination", "The subnet id 0 stands for a global reservation, which belongs to no subnet.")
	}
}

// configuredFamily is the family that the configuration names or implies; 0 when it is
// not known yet.
func (m *model) configuredFamily() kea.Family {
	if family, ok := kea.ParseService(m.Service.ValueString()); ok {
		return family
	}
	if m.Service.IsUnknown() || m.Subnet.IsUnknown() || m.IPAddresses.IsUnknown() || m.Prefixes.IsUnknown() {
		return 0
	}
	if prefix, err := netip.ParsePrefix(m.Subnet.ValueString()); err == nil {
		return kea.FamilyOf(prefix.Addr())
	}
	if !m.IPAddresses.IsNull() || !m.Prefixes.IsNull() {
		return kea.V6
	}
	return kea.V4
}

// attributeAt gives the path of an attribute of a reservation.
type attributeAt func(name string) path.Path

// validateFamily refuses attributes of the other family.
func (m *model) validateFamily(family kea.Family, at attributeAt, diags *diag.Diagnostics) {
	wrong := map[string]bool{}
	switch family {
	case kea.V4:
		wrong = map[string]bool{"ip_addresses": !m.IPAddresses.IsNull(), "prefixes": !m.Prefixes.IsNull()}
	case kea.V6:
		wrong = map[string]bool{"ip_address": !m.IPAddress.IsNull(), "next_server": !m.NextServer.IsNull(), "server_hostname": !m.ServerHostname.IsNull(),
			"boot_file_name": !m.BootFileName.IsNull()}
	}
	for name, set := range wrong {
		if set {
			diags.AddAttributeError(at(name), "Invalid attribute combination", fmt.Sprintf("%s does not belong to a reservation of %s.", name, family.Service()))
		}
	}
	if prefix, err := netip.ParsePrefix(m.Subnet.ValueString()); err == nil && family != 0 && kea.FamilyOf(prefix.Addr()) != family {
		diags.AddAttributeError(at("subnet"), "Invalid attribute combination", fmt.Sprintf("The subnet %s is not one of %s.", prefix, family.Service()))
	}
}

func (m *model) validateIdentifier(family kea.Family, at attributeAt, diags *diag.Diagnostics) {
	for kind, value := range m.identifiers() {
		if family != 0 && !value.IsNull() && !slices.Contains(kea.IdentifierTypes(family), kind) {
			diags.AddAttributeError(at(attributeOf(kind)), "Invalid identifier", fmt.Sprintf("%s does not know reservations by %s.", family.Service(), kind))
		}
	}
}

// attributeOf gives the attribute of an identifier type.
func attributeOf(kind string) string {
	return map[string]string{kea.HWAddress: "hw_address", kea.ClientID: "client_id", kea.DUID: "duid", kea.CircuitID: "circuit_id", kea.FlexID: "flex_id"}[kind]
}

// validateInside refuses addresses and ranges outside of the subnet.
func (m *model) validateInside(prefix netip.Prefix, at attributeAt, diags *diag.Diagnostics) {
	outside := func(where path.Path, text string) {
		address, err := netip.ParseAddr(text)
		if err == nil && !prefix.Masked().Contains(address) {
			diags.AddAttributeError(where, "Address outside of the subnet", fmt.Sprintf("%s is not in the subnet %s.", address, prefix.Masked()))
		}
	}
	for i, text := range keaattr.Texts(m.AllocateFrom.Elements()) {
		r, err := kea.ParseRange(text)
		if err == nil && (!prefix.Masked().Contains(r.First) || !prefix.Masked().Contains(r.Last)) {
			diags.AddAttributeError(at("allocate_from").AtListIndex(i), "Range outside of the subnet", fmt.Sprintf("%s is not in the subnet %s.", r, prefix.Masked()))
		}
	}
	outside(at("ip_address"), m.IPAddress.ValueString())
	for i, text := range keaattr.Texts(m.IPAddresses.Elements()) {
		outside(at("ip_addresses").AtListIndex(i), text)
	}
}
