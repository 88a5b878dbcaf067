package framework

import "github.com/hashicorp/terraform-plugin-framework/types"

// ImportedText is the text of an imported object for an attribute that is not managed when
// it is left out. An empty text is taken for that: Terraform leaves it out of the
// configuration that it generates, and the object would differ from it at once.
func ImportedText(text string) types.String {
	if text == "" {
		return types.StringNull()
	}
	return types.StringValue(text)
}
