package keaattr

import (
	"github.com/hashicorp/terraform-plugin-framework-validators/stringvalidator"
	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/kea"
)

// ServiceInput is the attribute service of a data source.
func ServiceInput() schema.StringAttribute {
	return schema.StringAttribute{
		Optional: true, Validators: []validator.String{stringvalidator.OneOf(kea.V4.Service(), kea.V6.Service())},
		MarkdownDescription: "`dhcp4` or `dhcp6`. Default: `dhcp4`.",
	}
}
