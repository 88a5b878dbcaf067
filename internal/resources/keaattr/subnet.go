package keaattr

import (
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/framework"
)

// CheckSubnet refuses a configuration that names a subnet by its prefix and by the id of
// another one. Generated configuration names both.
func CheckSubnet(configured, found framework.SubnetPrefix, diags *diag.Diagnostics) {
	want, named := configured.Canonical()
	if have, ok := found.Canonical(); named && ok && want != have {
		diags.AddAttributeError(path.Root("subnet_id"), "Subnet and id disagree",
			fmt.Sprintf("The subnet with this id is %s, and not %s. Give one of the two.", have, want))
	}
}
