package keaattr

import (
	"fmt"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/kea"
)

// ParseID parts an id into the service and what follows it; form is how the rest looks in
// the message of a wrong one.
func ParseID(id, form string) (kea.Family, string, error) {
	service, rest, _ := strings.Cut(id, "/")
	family, known := kea.ParseService(service)
	if !known || rest == "" {
		return 0, "", fmt.Errorf("%q is no import id: write the service and %s, as in dhcp4/%s", id, form, form)
	}
	return family, rest, nil
}

// Family gives the service of an attribute; IPv4 when it is not set.
func Family(service types.String) kea.Family {
	if family, known := kea.ParseService(service.ValueString()); known {
		return family
	}
	return kea.V4
}
