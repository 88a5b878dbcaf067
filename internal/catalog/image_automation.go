package catalog

import (
	"strings"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/catalog/yaml11"
)

// imageRepository is the image without its tag: all before the first colon, so that an
// image with a registry port loses its path too.
func (r *renderer) imageRepository() document {
	image, _, _ := strings.Cut(yaml11.PlainText(r.Image), ":")
	return document{
		"Flux ImageRepository (R-UPD)",
		resource("image.toolkit.fluxcd.io/v1", "ImageRepository",
			yaml11.Object().Set("name", r.Name).Set("namespace", r.Name),
			yaml11.Object().SetString("image", image).SetString("interval", "1h0m0s")),
	}
}

// imagePolicy follows a range of versions, or the one tag that the service is pinned to.
func (r *renderer) imagePolicy() document {
	spec := yaml11.Object().Set("imageRepositoryRef", yaml11.Object().Set("name", r.Name))
	if r.Update.Pin != nil {
		spec.Set("filterTags", yaml11.Object().SetString("pattern", "^"+yaml11.PlainText(r.Update.Pin)+"$")).
			Set("policy", yaml11.Object().Set("alphabetical", yaml11.Object().SetString("order", "asc")))
	} else {
		spec.Set("policy", yaml11.Object().Set("semver", yaml11.Object().Set("range", r.Update.Range)))
	}
	annotations := yaml11.Object().
		Set(r.label("update-channel"), r.Update.Channel).
		SetString(r.label("auto-rollback"), strings.ToLower(yaml11.PlainText(r.Update.AutoRollback)))
	return document{
		"Flux ImagePolicy (R-UPD)",
		resource("image.toolkit.fluxcd.io/v1", "ImagePolicy",
			yaml11.Object().Set("name", r.Name).Set("namespace", r.Name).Set("annotations", annotations), spec),
	}
}
