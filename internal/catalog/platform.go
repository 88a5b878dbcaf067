package catalog

import (
	"fmt"
	"time"
)

// Platform is everything that belongs to one site rather than to a service.
type Platform struct {
	// LabelDomain prefixes the platform's labels and annotations.
	LabelDomain string
	// BaseDomain is the domain of the identity provider and of the cookies' allow list.
	BaseDomain string
	// BulkNFSServer serves the volumes of class bulk.
	BulkNFSServer string
	// GatewayName and GatewayNamespace are the parent of every HTTPRoute.
	GatewayName, GatewayNamespace string
	// PrometheusRelease is the label by which Prometheus picks monitors and rules.
	PrometheusRelease string
	// MonitoringNamespace is where scrapes come from.
	MonitoringNamespace string
	// OAuth2ProxyImage is the image of the forward-auth sidecar.
	OAuth2ProxyImage string
	// OAuth2ProxyPort and OAuth2ProxyMetricsPort are the sidecar's listeners.
	OAuth2ProxyPort, OAuth2ProxyMetricsPort int
	// KeycloakRealm is the realm whose tokens the sidecar takes.
	KeycloakRealm string
	// AccessTokenLifetime is that of the realm's tokens; the sidecar refreshes its
	// cookie at half of it.
	AccessTokenLifetime time.Duration
	// ClusterVars are the names that a bare ${NAME} may use in rendered text.
	ClusterVars []string
	// ExtraUnits are units without a ServiceDefinition that take part in the waves.
	ExtraUnits map[string]ExtraUnit
}

// ExtraUnit is a set of manifest files placed beside a service.
type ExtraUnit struct {
	// Anchor is the service that the unit belongs to.
	Anchor string
	// Above puts the unit one wave above its anchor; else it shares the anchor's.
	Above bool
	// Files are the base names of the unit's manifests.
	Files []string
}

// DefaultPlatform returns settings that name no site: its domain and its NFS server
// are cluster variables.
func DefaultPlatform() Platform {
	return Platform{
		LabelDomain:            "platform.example.com",
		BaseDomain:             "${BASE_DOMAIN}",
		BulkNFSServer:          "${BULK_NFS_SERVER}",
		GatewayName:            "shared",
		GatewayNamespace:       "gateway",
		PrometheusRelease:      "kube-prometheus-stack",
		MonitoringNamespace:    "monitoring",
		OAuth2ProxyImage:       "quay.io/oauth2-proxy/oauth2-proxy:v7.8.1",
		OAuth2ProxyPort:        4180,
		OAuth2ProxyMetricsPort: 44180,
		KeycloakRealm:          "platform",
		AccessTokenLifetime:    5 * time.Minute,
		ClusterVars: []string{
			"BASE_DOMAIN", "BULK_NFS_SERVER", "GATEWAY_VIP", "LB_POOL_CIDR", "ENVIRONMENT", "BACKUP_CREDENTIALS_SUFFIX",
		},
	}
}

// Validate tells the first setting that cannot be used, with its name in the message.
func (p Platform) Validate() error {
	for _, port := range []struct {
		name  string
		value int
	}{{"oauth2_proxy_port", p.OAuth2ProxyPort}, {"oauth2_proxy_metrics_port", p.OAuth2ProxyMetricsPort}} {
		if port.value < 1 || port.value > 65535 {
			return fmt.Errorf("%s is %d; a port is between 1 and 65535", port.name, port.value)
		}
	}
	if p.AccessTokenLifetime < 2*time.Second {
		return fmt.Errorf("access_token_lifetime is %s; it must be at least 2s, as the cookie is refreshed at half of it", p.AccessTokenLifetime)
	}
	for name, unit := range p.ExtraUnits {
		if unit.Anchor == "" {
			return fmt.Errorf("extra_units[%q] has no anchor, the service that it belongs to", name)
		}
	}
	return nil
}
