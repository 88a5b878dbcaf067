package functions

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/function"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/catalog"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/framework"
)

var _ function.Function = (*renderService)(nil)

type renderService struct{}

// NewRenderService returns the function render_service.
func NewRenderService() function.Function { return &renderService{} }

func (f *renderService) Metadata(_ context.Context, _ function.MetadataRequest, resp *function.MetadataResponse) {
	resp.Name = "render_service"
}

func (f *renderService) Definition(_ context.Context, _ function.DefinitionRequest, resp *function.DefinitionResponse) {
	resp.Definition = function.Definition{
		Summary: "Renders a ServiceDefinition to Kubernetes manifests",
		MarkdownDescription: "Renders one ServiceDefinition, a YAML text, to the manifests of its service: one text of several YAML documents. " +
			"It knows no other service; ingress from services that depend on this one is what `data.dhcp_service_catalog` adds.",
		Parameters: []function.Parameter{
			function.StringParameter{Name: "definition", MarkdownDescription: "The ServiceDefinition as a YAML text."},
			function.DynamicParameter{
				Name: "platform", AllowNullValue: true,
				MarkdownDescription: "Object with any of the settings of `platform` in `data.dhcp_service_catalog`, or null for the defaults.",
			},
		},
		Return: function.StringReturn{},
	}
}

func (f *renderService) Run(ctx context.Context, req function.RunRequest, resp *function.RunResponse) {
	var definition string
	var settings types.Dynamic
	if resp.Error = req.Arguments.Get(ctx, &definition, &settings); resp.Error != nil {
		return
	}
	platform, err := platformOf(settings)
	if err != nil {
		resp.Error = function.NewArgumentFuncError(1, framework.Sentence(err))
		return
	}
	const file = "definition"
	text, err := catalog.New([]catalog.File{{Name: file, Text: definition}}).
		Render(file, catalog.Options{Platform: platform, ImageAutomation: true})
	if err != nil {
		resp.Error = function.NewArgumentFuncError(0, definitionError(err))
		return
	}
	resp.Error = resp.Result.Set(ctx, text)
}
