package functions_test

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/function"
	"github.com/hashicorp/terraform-plugin-testing/tfjsonpath"
)

// call runs a function without a Terraform.
func call(f function.Function, arguments ...attr.Value) (attr.Value, *function.FuncError) {
	ctx := context.Background()
	var definition function.DefinitionResponse
	f.Definition(ctx, function.DefinitionRequest{}, &definition)
	result, err := definition.Definition.Return.NewResultData(ctx)
	if err != nil {
		return nil, err
	}
	resp := function.RunResponse{Result: result}
	f.Run(ctx, function.RunRequest{Arguments: function.NewArgumentsData(arguments)}, &resp)
	return resp.Result.Value(), resp.Error
}

// path is the way to a member of a value: names and indexes.
func path(first string, steps ...any) tfjsonpath.Path {
	at := tfjsonpath.New(first)
	for _, step := range steps {
		switch step := step.(type) {
		case int:
			at = at.AtSliceIndex(step)
		case string:
			at = at.AtMapKey(step)
		}
	}
	return at
}
