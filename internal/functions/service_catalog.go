package functions

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/catalog"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/framework"
)

// platformOf lays the settings given above the defaults.
func platformOf(settings types.Dynamic) (catalog.Platform, error) {
	platform := catalog.DefaultPlatform()
	plain, err := framework.Plain(settings)
	if err != nil || plain == nil {
		return platform, err
	}
	object, ok := plain.(map[string]any)
	if !ok {
		return platform, errors.New("the platform must be an object")
	}
	for _, name := range slices.Sorted(maps.Keys(object)) {
		if object[name] == nil {
			continue
		}
		if err := platform.Set(name, object[name]); err != nil {
			return platform, err
		}
	}
	return platform, platform.Validate()
}

// definitionError is the error of a definition with its place, or of a circle with its way.
func definitionError(err error) string {
	var broken *catalog.DefinitionError
	var cycle *catalog.CycleError
	switch {
	case errors.As(err, &broken):
		return broken.Located()
	case errors.As(err, &cycle):
		return fmt.Sprintf("%s The circle: %s.", framework.Sentence(err), strings.Join(cycle.Path, " -> "))
	default:
		return framework.Sentence(err)
	}
}
