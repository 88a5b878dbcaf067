package functions

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/function"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/sitevalues"
)

var _ function.Function = (*mergeValues)(nil)

type mergeValues struct{}

// NewMergeValues returns the function merge_values.
func NewMergeValues() function.Function { return &mergeValues{} }

func (f *mergeValues) Metadata(_ context.Context, _ function.MetadataRequest, resp *function.MetadataResponse) {
	resp.Name = "merge_values"
}

func (f *mergeValues) Definition(_ context.Context, _ function.DefinitionRequest, resp *function.DefinitionResponse) {
	resp.Definition = function.Definition{
		Summary: "Merges YAML values as Helm does",
		MarkdownDescription: "Merges YAML texts, the weakest first, as Helm merges several values files: maps are merged key by key to any depth, " +
			"everything else, lists too, replaces the earlier value whole, and a key with `null` is deleted. " +
			"The texts are read as Helm reads them (YAML 1.1: `yes` is true, `010` is 8); a key that stands twice in one map is an error. " +
			"Returns the merged values as an object.",
		Parameters: []function.Parameter{
			function.ListParameter{
				Name: "texts", ElementType: types.StringType,
				MarkdownDescription: "YAML texts, each one document that holds a map or nothing, the weakest layer first.",
			},
		},
		Return: function.DynamicReturn{},
	}
}

func (f *mergeValues) Run(ctx context.Context, req function.RunRequest, resp *function.RunResponse) {
	var texts []string
	if resp.Error = req.Arguments.Get(ctx, &texts); resp.Error != nil {
		return
	}
	merged, err := sitevalues.MergeTexts(texts)
	if err != nil {
		resp.Error = function.NewArgumentFuncError(0, "Unable to merge the values:\n"+err.Error())
		return
	}
	value, err := fromGo(merged)
	if err != nil {
		resp.Error = function.NewFuncError(err.Error())
		return
	}
	resp.Error = resp.Result.Set(ctx, types.DynamicValue(value))
}
