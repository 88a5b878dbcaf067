package keaoptiondefinition

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/kea"
)

func (r *definitionResource) ValidateConfig(ctx context.Context, req resource.ValidateConfigRequest, resp *resource.ValidateConfigResponse) {
	var config model
	resp.Diagnostics.Append(req.Config.Get(ctx, &config)...)
	if resp.Diagnostics.HasError() {
		return
	}
	config.checkRecord(&resp.Diagnostics)
	config.checkCode(&resp.Diagnostics)
}

// checkRecord refuses a record without fields, fields without a record, and values that
// cannot be lists.
func (m *model) checkRecord(diags *diag.Diagnostics) {
	if m.Type.IsUnknown() {
		return
	}
	record := m.Type.ValueString() == "record"
	if record && m.RecordTypes.IsNull() {
		diags.AddAttributeError(path.Root("record_types"), "Missing attribute", "A record needs the types of its fields in record_types.")
	}
	if !record && !m.RecordTypes.IsNull() {
		diags.AddAttributeError(path.Root("record_types"), "Invalid attribute combination", fmt.Sprintf("Fields belong to the type record, not to %s.", m.Type.ValueString()))
	}
	if m.Array.ValueBool() && m.Type.ValueString() == "empty" {
		diags.AddAttributeError(path.Root("array"), "Invalid attribute combination", "An option without a value is no list.")
	}
	if m.Array.ValueBool() && m.Encapsulate.ValueString() != "" {
		diags.AddAttributeError(path.Root("encapsulate"), "Invalid attribute combination", "An option whose value is a list carries no sub-options.")
	}
}

// checkCode refuses codes that the protocol does not have.
func (m *model) checkCode(diags *diag.Diagnostics) {
	if m.Code.IsNull() || m.Code.IsUnknown() || m.Service.IsUnknown() || m.Space.IsUnknown() {
		return
	}
	code, limit := m.Code.ValueInt64(), int64(65535)
	if m.family() == kea.V4 {
		limit = 255
	}
	if m.space() == m.family().Service() && m.family() == kea.V4 {
		limit = 254
	}
	if code > limit || code == 0 && m.space() == m.family().Service() {
		diags.AddAttributeError(path.Root("code"), "Invalid option code", fmt.Sprintf("Options of the space %s of %s have codes up to %d, and 0 is none in the service's own space; this one has %d.", m.space(), m.family().Service(), limit, code))
	}
}

// recordTypes spells a list of field types, or says that it is none.
func recordTypes(text string) (string, error) {
	spelled := kea.SpellRecordTypes(text)
	for _, field := range strings.Split(spelled, ",") {
		if !slices.Contains(fieldTypes, field) {
			return "", fmt.Errorf("%q is no type of a field", field)
		}
	}
	return spelled, nil
}
