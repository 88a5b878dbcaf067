package catalog

import "github.com/dhcp-as-code/terraform-provider-dhcp/internal/catalog/yaml11"

// Definition is a ServiceDefinition with its defaults. What is copied into manifests
// is kept as it was read, with its type; the rest is Go's.
type Definition struct {
	file string

	Name *yaml11.Value
	// VM tells kind vm; else the service is a container.
	VM bool
	// Image is that of the container, VMTemplate the disk image of the machine.
	Image, VMTemplate *yaml11.Value
	// Public tells exposure public: ExternalDNS publishes the routes.
	Public bool
	// Egress is the egress class, internet or vpn.
	Egress string
	// AuthMode is one of forward-auth, oidc, native, none; Groups who may sign in.
	AuthMode string
	Groups   []*yaml11.Value

	Routes       []Route
	Dependencies []Dependency
	Clients      []Client
	Volumes      []Volume

	// GPU tells that the container gets the host's render devices.
	GPU bool
	// Env, EnvFrom, Lifecycle and PodSecurityContext are copied as given; nil if empty.
	Env, EnvFrom, Lifecycle, PodSecurityContext *yaml11.Value

	Observability Observability
	Update        Update
	// BackupPolicy is nil if there is none.
	BackupPolicy *yaml11.Value
}

// Route is one host name that leads to a port.
type Route struct {
	Host, Port *yaml11.Value
}

// Dependency is a port of another service that this one calls.
type Dependency struct {
	To, Port *yaml11.Value
	// Protocol is TCP or UDP.
	Protocol string
}

// Client is a namespace of the cluster that calls this service.
type Client struct {
	Name, Namespace, Port *yaml11.Value
	Protocol              string
}

// Volume is one entry of storage.
type Volume struct {
	Name *yaml11.Value
	// Class is the storage class: bulk is attached from outside the cluster.
	Class *yaml11.Value
	// Size, Export and SubPath are nil if not given.
	Size, Export, SubPath *yaml11.Value
	MountPath             *yaml11.Value
	ReadOnly              bool

	field string // its path in the definition
	line  int
}

// Bulk tells a volume that exists outside the cluster.
func (v Volume) Bulk() bool { return v.Class.Kind == yaml11.Str && v.Class.Text == "bulk" }

// Observability is what Prometheus watches.
type Observability struct {
	// Metrics tells that the endpoint is scraped; Endpoint is nil if there is none.
	Metrics  bool
	Endpoint *MetricsEndpoint
	SLIs     []*yaml11.Value
	// LivenessKind and LivenessName are the workload that the SLI up looks at.
	LivenessKind, LivenessName *yaml11.Value
	livenessLine               int
}

// MetricsEndpoint is where metrics are served.
type MetricsEndpoint struct {
	Port, Name, Path, Interval *yaml11.Value
}

// Update is which image tags Flux follows.
type Update struct {
	Channel, Range *yaml11.Value
	// Pin is the one tag followed; nil if none.
	Pin          *yaml11.Value
	AutoRollback *yaml11.Value
}

// name is the service's name inside a longer text.
func (d *Definition) name() string { return yaml11.PlainText(d.Name) }

// signsIn tells the modes in which the identity provider is asked.
func (d *Definition) signsIn() bool { return d.AuthMode == forwardAuth || d.AuthMode == oidc }

// proxied tells that the sidecar stands before the container.
func (d *Definition) proxied() bool { return d.AuthMode == forwardAuth && len(d.Routes) > 0 }
