package keaattr

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/framework"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/kea"
)

// CheckOptions reports options whose value does not fit the standard definition. What is
// not known yet is left to the apply.
func CheckOptions(ctx context.Context, family kea.Family, list types.List, at path.Path, diags *diag.Diagnostics) {
	checkOptions(ctx, family, list, nil, at, diags)
}

// CheckOptionsOnServer is as CheckOptions, with the definitions of the server as well. A
// server that cannot be asked is not compared with: the same apply may make it.
func CheckOptionsOnServer(ctx context.Context, client *kea.Client, family kea.Family, list types.List, at path.Path, diags *diag.Diagnostics) {
	if len(list.Elements()) == 0 {
		return
	}
	definitions, err := client.OptionDefinitions(ctx, family)
	if err != nil && !framework.Unanswered(err) {
		framework.AddError(diags, "Unable to look at the option definitions of the Kea server", err)
		return
	}
	checkOptions(ctx, family, list, definitions, at, diags)
}

func checkOptions(ctx context.Context, family kea.Family, list types.List, definitions []kea.OptionDefinition, at path.Path, diags *diag.Diagnostics) {
	if family == 0 {
		return
	}
	for i, o := range elements(ctx, list, diags) {
		if o.Code.IsUnknown() || o.Name.IsUnknown() || o.Space.IsUnknown() || o.Data.IsUnknown() || o.CSVFormat.IsUnknown() {
			continue
		}
		if err := kea.CheckOption(family, o.option(), definitions); err != nil {
			framework.AddAttributeError(diags, at.AtListIndex(i).AtName("data"), "Wrong value of a DHCP option", err)
		}
	}
}
