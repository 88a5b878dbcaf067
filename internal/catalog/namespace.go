package catalog

import "github.com/dhcp-as-code/terraform-provider-dhcp/internal/catalog/yaml11"

func (r *renderer) namespace() document {
	labels := yaml11.Object().SetString(r.label("app-namespace"), "true")
	if len(r.Routes) > 0 {
		labels.SetString("gateway-access", "shared")
	}
	metadata := yaml11.Object().Set("name", r.Name).Set("labels", labels)
	if r.BackupPolicy != nil {
		metadata.Set("annotations", yaml11.Object().Set(r.label("backup-policy"), r.BackupPolicy))
	}
	return document{
		"Namespace (trust zone; default-deny + policies apply)",
		yaml11.Object().SetString("apiVersion", "v1").SetString("kind", "Namespace").Set("metadata", metadata),
	}
}

// defaultDeny closes the namespace but for name resolution; the policies open it again.
func (r *renderer) defaultDeny() document {
	dns := func(protocol string) *yaml11.Value {
		return yaml11.Object().SetString("protocol", protocol).Set("port", integer(53))
	}
	kubeSystem := yaml11.Object().SetString("kubernetes.io/metadata.name", "kube-system")
	egress := yaml11.Object().
		Set("to", yaml11.List(yaml11.Object().
			Set("namespaceSelector", yaml11.Object().Set("matchLabels", kubeSystem)))).
		Set("ports", yaml11.List(dns("UDP"), dns("TCP")))
	return document{
		"Default-deny baseline (R-NET-01): deny all, allow only DNS",
		resource("networking.k8s.io/v1", "NetworkPolicy",
			yaml11.Object().SetString("name", "default-deny").Set("namespace", r.Name).
				Set("labels", yaml11.Object().SetString(r.label("baseline"), "default-deny")),
			yaml11.Object().
				Set("podSelector", yaml11.Object()).
				Set("policyTypes", yaml11.Strings("Ingress", "Egress")).
				Set("ingress", yaml11.List()).
				Set("egress", yaml11.List(egress))),
	}
}
