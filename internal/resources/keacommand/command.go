// Package keacommand is the imperative side of a Kea server: the actions kea_command,
// kea_config_reload, kea_config_write, kea_leases_reclaim, kea_lease_wipe,
// kea_dhcp_disable and kea_dhcp_enable, and the data source kea_command.
package keacommand

import (
	"encoding/json"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework-validators/stringvalidator"
	"github.com/hashicorp/terraform-plugin-framework/action"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/kea"
)

// serviceText describes the attribute service wherever it stands.
const serviceText = "Daemon to ask: `dhcp4` or `dhcp6`. Default: `dhcp4`."

func serviceValidators() []validator.String {
	return []validator.String{stringvalidator.OneOf(kea.V4.Service(), kea.V6.Service())}
}

// family is the address family of a service; dhcp4 where none is named.
func family(service types.String) kea.Family {
	if f, ok := kea.ParseService(service.ValueString()); ok {
		return f
	}
	return kea.V4
}

// arguments reads the arguments of a command, which must be a JSON object or array.
func arguments(text types.String, diags *diag.Diagnostics) json.RawMessage {
	if text.IsNull() || text.IsUnknown() {
		return nil
	}
	raw := json.RawMessage(text.ValueString())
	var object map[string]any
	if err := json.Unmarshal(raw, &object); err != nil {
		diags.AddAttributeError(path.Root("arguments"), "Invalid arguments", "The arguments of a control command are a JSON object: write jsonencode({ … }).")
	}
	return raw
}

// report sends what each server said as progress.
func report(resp *action.InvokeResponse, answers []kea.Said) {
	for _, said := range answers {
		text := said.Text
		if text == "" {
			text = "done"
		}
		resp.SendProgress(action.InvokeProgressEvent{Message: fmt.Sprintf("%s: %s", said.Endpoint, text)})
	}
}
