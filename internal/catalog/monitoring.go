package catalog

import (
	"fmt"
	"slices"
	"strings"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/catalog/yaml11"
)

// scraped tells that Prometheus reads the service's metrics.
func (r *renderer) scraped() bool {
	return r.Observability.Metrics && r.Observability.Endpoint != nil
}

func (r *renderer) monitoring() ([]document, error) {
	var docs []document
	if r.scraped() {
		docs = append(docs, r.serviceMonitor())
	}
	if len(r.Observability.SLIs) > 0 {
		rule, err := r.prometheusRule()
		if err != nil {
			return nil, err
		}
		docs = append(docs, rule)
	}
	return docs, nil
}

// monitored is metadata by which Prometheus picks the document.
func (r *renderer) monitored(name *yaml11.Value) *yaml11.Value {
	return yaml11.Object().Set("name", name).Set("namespace", r.Name).
		Set("labels", yaml11.Object().SetString("release", r.platform.PrometheusRelease).
			Set("app.kubernetes.io/name", r.Name))
}

func (r *renderer) serviceMonitor() document {
	e := r.Observability.Endpoint
	endpoint := yaml11.Object().Set("port", e.Name).Set("path", e.Path).Set("interval", e.Interval)
	return document{
		"ServiceMonitor (R-OBS-01)",
		resource("monitoring.coreos.com/v1", "ServiceMonitor", r.monitored(r.Name),
			yaml11.Object().
				Set("selector", yaml11.Object().Set("matchLabels", r.app())).
				Set("namespaceSelector", yaml11.Object().Set("matchNames", yaml11.List(r.Name))).
				Set("endpoints", yaml11.List(endpoint))),
	}
}

func (r *renderer) prometheusRule() (document, error) {
	var rules []*yaml11.Value
	for _, sli := range r.Observability.SLIs {
		name := yaml11.PlainText(sli)
		if name != "up" {
			rules = append(rules, r.sliAlert(name))
			continue
		}
		down, err := r.downAlert()
		if err != nil {
			return document{}, err
		}
		rules = append(rules, down)
	}
	group := yaml11.Object().SetString("name", r.name()+".slis").Set("rules", yaml11.List(rules...))
	return document{
		"PrometheusRule SLI alerts (R-OBS-01)",
		resource("monitoring.coreos.com/v1", "PrometheusRule", r.monitored(yaml11.String(r.suffixed("slis"))),
			yaml11.Object().Set("groups", yaml11.List(group))),
	}, nil
}

// sliAlert fires when the metric of an SLI of the service's own is gone.
func (r *renderer) sliAlert(sli string) *yaml11.Value {
	return r.alert(strings.ReplaceAll(sli, "_", "-"),
		fmt.Sprintf(`absent(%s{service="%s"})`, sli, r.name()), "10m", "warning").
		Set("annotations", yaml11.Object().
			SetString("summary", fmt.Sprintf("%s SLI %s unhealthy", r.name(), sli)))
}

func (r *renderer) alert(suffix, expr, after, severity string) *yaml11.Value {
	return yaml11.Object().
		SetString("alert", r.suffixed(suffix)).
		SetString("expr", expr).
		SetString("for", after).
		Set("labels", yaml11.Object().SetString("severity", severity).Set("service", r.Name))
}

// liveness is the metric of kube-state-metrics that tells a workload's ready replicas,
// and the label that names the workload.
var liveness = map[string]struct{ metric, label string }{
	"DaemonSet":   {"kube_daemonset_status_number_available", "daemonset"},
	"Deployment":  {"kube_deployment_status_replicas_available", "deployment"},
	"StatefulSet": {"kube_statefulset_status_replicas_ready", "statefulset"},
}

// downAlert is the SLI up. A machine has no replicas to count; it is up while KubeVirt
// shows it running.
func (r *renderer) downAlert() (*yaml11.Value, error) {
	kind, workload := yaml11.PlainText(r.Observability.LivenessKind), yaml11.PlainText(r.Observability.LivenessName)
	var expr, description string
	if kind == "VirtualMachineInstance" {
		expr = fmt.Sprintf(`absent(kubevirt_vmi_info{namespace="%s", name="%s", phase="running"})`, r.name(), workload)
		description = fmt.Sprintf("%s: no KubeVirt VMI in phase running for 5m (SLI: up, via kubevirt_vmi_info).", r.name())
	} else {
		l, ok := liveness[kind]
		if !ok {
			return nil, r.unknownLiveness()
		}
		series := fmt.Sprintf(`%s{namespace="%s", %s="%s"}`, l.metric, r.name(), l.label, workload)
		expr = fmt.Sprintf("%s == 0 or absent(%s)", series, series)
		description = fmt.Sprintf("%s: its %s has no available/ready replica for 5m, or the signal is gone entirely (SLI: up, via %s).",
			r.name(), kind, l.metric)
	}
	return r.alert("down", expr, "5m", "critical").
		Set("annotations", yaml11.Object().
			SetString("summary", r.name()+" is down").
			SetString("description", description)), nil
}

func (r *renderer) unknownLiveness() error {
	var kinds []string
	for kind := range liveness {
		kinds = append(kinds, kind)
	}
	slices.Sort(kinds)
	return &DefinitionError{
		File: r.file, Field: "observability.livenessWorkload.kind", Line: r.Observability.livenessLine,
		Message: fmt.Sprintf("%s: observability.livenessWorkload.kind %s has no liveness metric; known kinds: %s + VirtualMachineInstance",
			r.name(), yaml11.Repr(r.Observability.LivenessKind), yaml11.Repr(yaml11.Strings(kinds...))),
	}
}
