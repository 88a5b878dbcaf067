package scope

import (
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/dhcp"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/framework"
)

// ownOptions are the options that the scope's attributes manage, by the attribute.
var ownOptions = []struct {
	id        int64
	attribute string
}{
	{dhcp.OptionRouter, "gateway"}, {dhcp.OptionDNSServers, "dns_servers"}, {dhcp.OptionDomainName, "dns_domain"},
	{dhcp.OptionBootServer, "boot_server"}, {dhcp.OptionBootFile, "boot_file"},
}

// claim notes what the scope manages, so that no other resource of the configuration
// manages it as well: the scope removes what is not in its own attributes.
func (r *scopeResource) claim(plan model, diags *diag.Diagnostics) {
	id, ok := framework.Address(plan.Network)
	if !ok || !r.Configured() {
		return
	}
	take := func(part, attribute string) {
		if other := r.Claims().Take(part, "dhcp_scope"); other != "" {
			diags.AddAttributeError(path.Root(attribute), "Managed twice",
				fmt.Sprintf("This resource and a %s both manage the %s, so each apply would undo what the other did. Keep one of the two.", other, part))
		}
	}
	if !plan.Exclusions.IsNull() {
		take(framework.ExclusionsOf(id), "exclusions")
	}
	if !plan.SuperscopeName.IsNull() {
		take(framework.SuperscopeOf(id), "superscope_name")
	}
	for _, o := range ownOptions {
		take(framework.OptionOf(id, o.id), o.attribute)
	}
}
