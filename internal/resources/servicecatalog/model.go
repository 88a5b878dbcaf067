package servicecatalog

import (
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/catalog"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/framework"
)

// dataSourceModel is the state of data.dhcp_service_catalog.
type dataSourceModel struct {
	Path            types.String      `tfsdk:"path"`
	Definitions     map[string]string `tfsdk:"definitions"`
	Only            []string          `tfsdk:"only"`
	Platform        types.Object      `tfsdk:"platform"`
	ImageAutomation types.Bool        `tfsdk:"image_automation"`
	Strict          types.Bool        `tfsdk:"strict"`
	WaveLayout      types.Bool        `tfsdk:"wave_layout"`
	PresentFiles    []string          `tfsdk:"present_files"`
	Services        []string          `tfsdk:"services"`
	Manifests       map[string]string `tfsdk:"manifests"`
	Files           map[string]string `tfsdk:"files"`
	Waves           map[string]int64  `tfsdk:"waves"`
	Kustomizations  map[string]string `tfsdk:"kustomizations"`
	Warnings        []string          `tfsdk:"warnings"`
}

// options are what the renderer is asked for.
func (m *dataSourceModel) options(diags *diag.Diagnostics) catalog.Options {
	o := catalog.Options{Platform: catalog.DefaultPlatform(), ImageAutomation: isTrue(m.ImageAutomation)}
	for name, value := range m.Platform.Attributes() {
		if value.IsNull() {
			continue
		}
		at := path.Root("platform").AtName(name)
		plain, err := framework.Plain(value)
		if err == nil {
			err = o.Platform.Set(name, plain)
		}
		if err != nil {
			framework.AddAttributeError(diags, at, "Invalid platform setting", err)
		}
	}
	if err := o.Platform.Validate(); err != nil && !diags.HasError() {
		framework.AddAttributeError(diags, path.Root("platform"), "Invalid platform setting", err)
	}
	return o
}

// isTrue is a switch that is on unless it is turned off.
func isTrue(b types.Bool) bool { return b.IsNull() || b.ValueBool() }

// at is where the definitions, or one of them, stand in the configuration.
func (m *dataSourceModel) at(file string) path.Path {
	if m.Definitions == nil {
		return path.Root("path")
	}
	return path.Root("definitions").AtMapKey(file)
}
