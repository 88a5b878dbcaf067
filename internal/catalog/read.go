package catalog

import (
	"fmt"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/catalog/yaml11"
)

const (
	forwardAuth = "forward-auth"
	oidc        = "oidc"
)

// read makes a definition of a mapping: it checks what must hold before anything is
// rendered and applies the defaults. A section that is null or empty counts as absent,
// and so does a scalar that is null, but for kind, egress and auth.mode, where null is
// a value like another and refused.
func read(file string, root *yaml11.Value) (*Definition, error) {
	if root.Kind != yaml11.Map {
		return nil, &DefinitionError{File: file, Line: root.Line, Message: "not a ServiceDefinition: the document is no mapping"}
	}
	r := &reader{file: file}
	d := &Definition{file: file, Name: r.required(root, "", "name")}
	d.VM = r.choice(root, "", "kind", "unknown kind", "container", "container", "vm") == "vm"
	d.Egress = r.choice(root, "", "egress", "invalid egress class", "internet", "internet", "vpn")
	d.Public = yaml11.PlainText(root.Get("exposure")) == "public"
	r.routes(d, root)
	r.auth(d, root)
	r.source(d, root)
	r.network(d, root)
	r.storage(d, root)
	r.observability(d, root)
	r.update(d, root)
	d.GPU = yaml11.PlainText(r.section(root, "", "hardware").Get("gpu")) == "intel-quicksync"
	d.BackupPolicy = given(r.section(root, "", "backup").Get("policy"))
	d.Env = given(root.Get("env"))
	d.EnvFrom = given(root.Get("envFrom"))
	d.Lifecycle = given(root.Get("lifecycle"))
	d.PodSecurityContext = given(root.Get("podSecurityContext"))
	if r.err != nil {
		return nil, r.err
	}
	return d, nil
}

func (r *reader) routes(d *Definition, root *yaml11.Value) {
	for i, item := range r.list(root, "", "ingressRoutes") {
		at := fmt.Sprintf("ingressRoutes[%d]", i)
		d.Routes = append(d.Routes, Route{Host: r.required(item, at, "host"), Port: r.required(item, at, "port")})
	}
}

// auth asks for a sign-in where there is a route, unless told otherwise.
func (r *reader) auth(d *Definition, root *yaml11.Value) {
	byDefault := "none"
	if len(d.Routes) > 0 {
		byDefault = forwardAuth
	}
	auth := r.section(root, "", "auth")
	d.AuthMode = r.choice(auth, "auth", "mode", "invalid auth.mode", byDefault, forwardAuth, oidc, "native", "none")
	d.Groups = r.list(auth, "auth", "groups")
}

func (r *reader) source(d *Definition, root *yaml11.Value) {
	source := r.section(root, "", "source")
	if d.VM {
		d.VMTemplate = r.required(source, "source", "vmTemplate")
		return
	}
	d.Image = r.required(source, "source", "image")
}

func (r *reader) network(d *Definition, root *yaml11.Value) {
	for i, item := range r.list(root, "", "dependencies") {
		at := fmt.Sprintf("dependencies[%d]", i)
		d.Dependencies = append(d.Dependencies, Dependency{
			To: r.required(item, at, "to"), Port: r.required(item, at, "port"), Protocol: protocol(item),
		})
	}
	for i, item := range r.list(root, "", "inClusterClients") {
		at := fmt.Sprintf("inClusterClients[%d]", i)
		namespace := r.required(item, at, "namespace")
		d.Clients = append(d.Clients, Client{
			Name: orElse(given(item.Get("name")), namespace), Namespace: namespace,
			Port: r.required(item, at, "port"), Protocol: protocol(item),
		})
	}
}

func (r *reader) storage(d *Definition, root *yaml11.Value) {
	for i, item := range r.list(root, "", "storage") {
		at := fmt.Sprintf("storage[%d]", i)
		name := r.required(item, at, "name")
		d.Volumes = append(d.Volumes, Volume{
			Name:      name,
			Class:     orElse(set(item.Get("class")), yaml11.String("longhorn")),
			Size:      given(item.Get("size")),
			Export:    given(item.Get("export")),
			SubPath:   given(item.Get("subPath")),
			MountPath: orElse(set(item.Get("mountPath")), yaml11.String("/data/"+yaml11.PlainText(name))),
			ReadOnly:  item.Get("readOnly").Truthy(),
			field:     at,
			line:      item.Line,
		})
	}
}

func (r *reader) observability(d *Definition, root *yaml11.Value) {
	section := r.section(root, "", "observability")
	workload := r.section(section, "observability", "livenessWorkload")
	kind := yaml11.String("Deployment")
	if d.VM {
		kind = yaml11.String("VirtualMachineInstance")
	}
	metrics := set(section.Get("metrics"))
	d.Observability = Observability{
		Metrics:      metrics == nil || metrics.Truthy(),
		SLIs:         r.list(section, "observability", "slis"),
		LivenessKind: orElse(set(workload.Get("kind")), kind),
		LivenessName: orElse(set(workload.Get("name")), d.Name),
	}
	if k := workload.Get("kind"); k != nil {
		d.Observability.livenessLine = k.Line
	}
	endpoint := r.section(section, "observability", "metricsEndpoint")
	if endpoint == nil {
		return
	}
	d.Observability.Endpoint = &MetricsEndpoint{
		Port:     r.required(endpoint, "observability.metricsEndpoint", "port"),
		Name:     orElse(set(endpoint.Get("name")), yaml11.String("metrics")),
		Path:     orElse(set(endpoint.Get("path")), yaml11.String("/metrics")),
		Interval: orElse(set(endpoint.Get("interval")), yaml11.String("30s")),
	}
}

func (r *reader) update(d *Definition, root *yaml11.Value) {
	section := r.section(root, "", "update")
	d.Update = Update{
		Channel:      orElse(set(section.Get("channel")), yaml11.String("stable")),
		Range:        orElse(set(section.Get("range")), yaml11.String(">=0.0.0")),
		Pin:          given(section.Get("pin")),
		AutoRollback: orElse(set(section.Get("autoRollbackOnFailedHealth")), yaml11.Boolean(true)),
	}
}
