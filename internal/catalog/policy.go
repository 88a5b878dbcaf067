package catalog

import (
	"fmt"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/catalog/yaml11"
)

// policies are the CiliumNetworkPolicies that open what defaultDeny closed.
func (r *renderer) policies(dependents []Dependent) []document {
	var docs []document
	for _, d := range r.Dependencies {
		name := fmt.Sprintf("%s-allow-%s-%s", r.name(), yaml11.PlainText(d.To), yaml11.PlainText(d.Port))
		docs = append(docs, r.policy("egress allow (R-NET-02)", name, "egress",
			open("toEndpoints", service(d.To), d.Port, d.Protocol)))
	}
	for _, d := range dependents {
		name := fmt.Sprintf("%s-allow-%s-%s", r.name(), yaml11.PlainText(d.From), yaml11.PlainText(d.Port))
		docs = append(docs, r.policy("reciprocal ingress allow (R-NET-02)", name, "ingress",
			open("fromEndpoints", service(d.From), d.Port, d.Protocol)))
	}
	if len(r.Routes) > 0 {
		docs = append(docs, r.gatewayIngress())
	}
	for _, c := range r.Clients {
		name := r.suffixed("allow-" + yaml11.PlainText(c.Name) + "-ingress")
		docs = append(docs, r.policy("in-cluster client ingress allow (R-NET-02)", name, "ingress",
			open("fromEndpoints", namespace(c.Namespace), c.Port, c.Protocol)))
	}
	if r.scraped() {
		docs = append(docs, r.policy("monitoring scrape ingress allow (R-NET-02/R-OBS-01)",
			r.suffixed("allow-monitoring-scrape"), "ingress",
			open("fromEndpoints", namespace(yaml11.String(r.platform.MonitoringNamespace)), r.Observability.Endpoint.Port, "TCP")))
	}
	return append(docs, r.worldEgress())
}

// policy is one document; direction is ingress or egress.
func (r *renderer) policy(what, name, direction string, rules ...*yaml11.Value) document {
	return document{
		fmt.Sprintf("CiliumNetworkPolicy %s: %s", what, name),
		resource("cilium.io/v2", "CiliumNetworkPolicy", r.metadata(name),
			yaml11.Object().
				Set("endpointSelector", yaml11.Object().Set("matchLabels", r.app())).
				Set(direction, yaml11.List(rules...))),
	}
}

// open is a rule that lets endpoints with some labels use one port.
func open(side string, labels, port *yaml11.Value, protocol string) *yaml11.Value {
	return yaml11.Object().
		Set(side, yaml11.List(yaml11.Object().Set("matchLabels", labels))).
		Set("toPorts", toPorts(policyPort(yaml11.PlainText(port), protocol)))
}

// service selects the pods of a service in the namespace of its name.
func service(name *yaml11.Value) *yaml11.Value {
	return yaml11.Object().Set("app.kubernetes.io/name", name).Set("k8s:io.kubernetes.pod.namespace", name)
}

// namespace selects all pods of a namespace.
func namespace(name *yaml11.Value) *yaml11.Value {
	return yaml11.Object().Set("k8s:io.kubernetes.pod.namespace", name)
}

func toPorts(ports ...*yaml11.Value) *yaml11.Value {
	return yaml11.List(yaml11.Object().Set("ports", yaml11.List(ports...)))
}

func policyPort(port, protocol string) *yaml11.Value {
	return yaml11.Object().SetString("port", port).SetString("protocol", protocol)
}

// gatewayIngress opens the routes' ports to the gateway, with a sign-in in front only
// the sidecar's.
func (r *renderer) gatewayIngress() document {
	var ports []*yaml11.Value
	if r.proxied() {
		ports = append(ports, policyPort(fmt.Sprint(r.platform.OAuth2ProxyPort), "TCP"))
	} else {
		for _, port := range r.routePorts() {
			ports = append(ports, policyPort(yaml11.PlainText(port), "TCP"))
		}
	}
	return r.policy("gateway-ingress allow (R-NET-01/02)", r.suffixed("allow-gateway-ingress"), "ingress",
		yaml11.Object().Set("fromEntities", yaml11.Strings("ingress")).Set("toPorts", toPorts(ports...)))
}

// worldEgress lets every service out; the egress class decides the way. Where the
// identity provider is asked, it is reached inside the cluster too.
func (r *renderer) worldEgress() document {
	rules := []*yaml11.Value{yaml11.Object().Set("toEntities", yaml11.Strings("world"))}
	if r.signsIn() {
		labels := yaml11.Object().SetString("io.kubernetes.pod.namespace", "keycloak").SetString("app", "keycloak")
		rules = append(rules, yaml11.Object().
			Set("toEndpoints", yaml11.List(yaml11.Object().Set("matchLabels", labels))))
	}
	return r.policy("world egress allow (egress class governs the path; R-NET-05)",
		r.suffixed("allow-internet-egress"), "egress", rules...)
}
