package catalog

import "github.com/dhcp-as-code/terraform-provider-dhcp/internal/catalog/yaml11"

// servicePorts are those of the routes, of the sidecar and of the metrics. Metrics keep
// their port when they are not scraped.
func (r *renderer) servicePorts() []*yaml11.Value {
	var ports []*yaml11.Value
	for _, port := range r.routePorts() {
		ports = append(ports, servicePort(yaml11.String("port-"+yaml11.PlainText(port)), port))
	}
	if r.proxied() {
		ports = append(ports, servicePort(yaml11.String("authproxy"), integer(r.platform.OAuth2ProxyPort)))
	}
	if e := r.Observability.Endpoint; e != nil {
		ports = append(ports, servicePort(e.Name, e.Port))
	}
	return ports
}

func servicePort(name, port *yaml11.Value) *yaml11.Value {
	return yaml11.Object().Set("name", name).Set("port", port).Set("targetPort", port)
}

func (r *renderer) service(ports []*yaml11.Value) document {
	return document{"Service", resource("v1", "Service", r.ownMetadata(),
		yaml11.Object().Set("selector", r.app()).Set("ports", yaml11.List(ports...)))}
}
