package functions

import (
	"context"
	"maps"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/function"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/catalog"
)

var _ function.Function = (*serviceWaves)(nil)

type serviceWaves struct{}

// NewServiceWaves returns the function service_waves.
func NewServiceWaves() function.Function { return &serviceWaves{} }

func (f *serviceWaves) Metadata(_ context.Context, _ function.MetadataRequest, resp *function.MetadataResponse) {
	resp.Name = "service_waves"
}

func (f *serviceWaves) Definition(_ context.Context, _ function.DefinitionRequest, resp *function.DefinitionResponse) {
	resp.Definition = function.Definition{
		Summary: "Sorts services into waves by their dependencies",
		MarkdownDescription: "Sorts ServiceDefinitions into waves: 0 without dependencies, else one more than the highest of what a service depends on. " +
			"What is depended on without a definition, such as a database, has a wave too. " +
			"A text that cannot be read, or holds no service, is passed over; a circle is an error.",
		Parameters: []function.Parameter{
			function.MapParameter{
				Name: "definitions", ElementType: types.StringType,
				MarkdownDescription: "ServiceDefinitions as YAML texts, by their file names.",
			},
		},
		Return: function.MapReturn{ElementType: types.Int64Type},
	}
}

func (f *serviceWaves) Run(ctx context.Context, req function.RunRequest, resp *function.RunResponse) {
	var definitions map[string]string
	if resp.Error = req.Arguments.Get(ctx, &definitions); resp.Error != nil {
		return
	}
	files := make([]catalog.File, 0, len(definitions))
	for _, name := range slices.Sorted(maps.Keys(definitions)) {
		files = append(files, catalog.File{Name: name, Text: definitions[name]})
	}
	waves, err := catalog.New(files).Waves()
	if err != nil {
		resp.Error = function.NewArgumentFuncError(0, definitionError(err))
		return
	}
	numbers := make(map[string]int64, len(waves))
	for name, wave := range waves {
		numbers[name] = int64(wave)
	}
	resp.Error = resp.Result.Set(ctx, numbers)
}
