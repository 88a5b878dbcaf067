package catalog

import (
	"fmt"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/catalog/yaml11"
)

// httpRoutes are one for each route, named by its port: two routes on one port give
// two documents of one name.
func (r *renderer) httpRoutes() []document {
	var docs []document
	for _, route := range r.Routes {
		name := r.suffixed(yaml11.PlainText(route.Port))
		metadata := r.metadata(name)
		if annotations := r.routeAnnotations(); len(annotations.Pairs) > 0 {
			metadata.Set("annotations", annotations)
		}
		docs = append(docs, document{
			fmt.Sprintf("HTTPRoute %s (R-TLS/R-DNS)", name),
			resource("gateway.networking.k8s.io/v1", "HTTPRoute", metadata, r.routeSpec(route)),
		})
	}
	return docs
}

// routeAnnotations keep ExternalDNS off a route that is not public.
func (r *renderer) routeAnnotations() *yaml11.Value {
	annotations := yaml11.Object()
	if r.signsIn() {
		r.setSignIn(annotations)
	}
	if !r.Public {
		annotations.SetString("external-dns.alpha.kubernetes.io/controller", "none")
	}
	return annotations
}

func (r *renderer) routeSpec(route Route) *yaml11.Value {
	port := route.Port
	if r.proxied() {
		port = integer(r.platform.OAuth2ProxyPort)
	}
	path := yaml11.Object().SetString("type", "PathPrefix").SetString("value", "/")
	return yaml11.Object().
		Set("parentRefs", yaml11.List(yaml11.Object().
			SetString("name", r.platform.GatewayName).
			SetString("namespace", r.platform.GatewayNamespace).
			SetString("sectionName", "https"))).
		Set("hostnames", yaml11.List(route.Host)).
		Set("rules", yaml11.List(yaml11.Object().
			Set("matches", yaml11.List(yaml11.Object().Set("path", path))).
			Set("backendRefs", yaml11.List(yaml11.Object().Set("name", r.Name).Set("port", port)))))
}
