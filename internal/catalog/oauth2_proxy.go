package catalog

import (
	"fmt"
	"strings"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/catalog/yaml11"
)

// oauth2Proxy is the sidecar that asks for a sign-in before the container of the first
// route is reached.
func (r *renderer) oauth2Proxy() *yaml11.Value {
	port, metricsPort := r.platform.OAuth2ProxyPort, r.platform.OAuth2ProxyMetricsPort
	return yaml11.Object().
		SetString("name", "oauth2-proxy").
		SetString("image", r.platform.OAuth2ProxyImage).
		SetString("imagePullPolicy", "IfNotPresent").
		Set("args", yaml11.Strings(r.oauth2ProxyArgs()...)).
		Set("env", yaml11.List(
			r.oauth2ProxySecret("OAUTH2_PROXY_CLIENT_ID", "client-id"),
			r.oauth2ProxySecret("OAUTH2_PROXY_CLIENT_SECRET", "client-secret"),
			r.oauth2ProxySecret("OAUTH2_PROXY_COOKIE_SECRET", "cookie-secret"))).
		Set("ports", yaml11.List(namedPort("http", port), namedPort("metrics", metricsPort))).
		Set("resources", yaml11.Object().
			Set("requests", yaml11.Object().SetString("cpu", "25m").SetString("memory", "64Mi")).
			Set("limits", yaml11.Object().SetString("memory", "128Mi"))).
		Set("securityContext", yaml11.Object().
			Set("allowPrivilegeEscalation", yaml11.Boolean(false)).
			Set("readOnlyRootFilesystem", yaml11.Boolean(true)).
			Set("capabilities", yaml11.Object().Set("drop", yaml11.Strings("ALL")))).
		Set("livenessProbe", ping()).
		Set("readinessProbe", ping())
}

func (r *renderer) oauth2ProxyArgs() []string {
	p := r.platform
	first := r.Routes[0]
	host := yaml11.PlainText(first.Host)
	args := []string{
		fmt.Sprintf("--http-address=0.0.0.0:%d", p.OAuth2ProxyPort),
		"--reverse-proxy=true",
		"--provider=oidc",
		fmt.Sprintf("--oidc-issuer-url=https://keycloak.%s/realms/%s", p.BaseDomain, p.KeycloakRealm),
		"--upstream=http://127.0.0.1:" + yaml11.PlainText(first.Port),
		"--email-domain=*",
		"--scope=openid email profile",
		"--oidc-groups-claim=groups",
	}
	for _, g := range r.Groups {
		args = append(args, "--allowed-group="+yaml11.PlainText(g))
	}
	return append(args,
		"--skip-provider-button=true",
		fmt.Sprintf("--redirect-url=https://%s/oauth2/callback", host),
		"--cookie-name=_oauth2_proxy_"+r.name(),
		"--cookie-domain="+host,
		"--whitelist-domain=."+p.BaseDomain,
		"--cookie-secure=true",
		"--cookie-refresh="+cookieRefresh(p),
		"--pass-access-token=true",
		"--set-xauthrequest=true",
		fmt.Sprintf("--metrics-address=0.0.0.0:%d", p.OAuth2ProxyMetricsPort))
}

// cookieRefresh is half the lifetime of an access token, so that the cookie is refreshed
// while its token is good, without parts that are zero: 2m30s, 30m.
func cookieRefresh(p Platform) string {
	s := (p.AccessTokenLifetime / 2).String()
	if strings.HasSuffix(s, "m0s") {
		s = strings.TrimSuffix(s, "0s")
	}
	if strings.HasSuffix(s, "h0m") {
		s = strings.TrimSuffix(s, "0m")
	}
	return s
}

func (r *renderer) oauth2ProxySecret(variable, key string) *yaml11.Value {
	ref := yaml11.Object().SetString("name", r.suffixed("oauth2-proxy")).SetString("key", key)
	return yaml11.Object().SetString("name", variable).
		Set("valueFrom", yaml11.Object().Set("secretKeyRef", ref))
}

func namedPort(name string, port int) *yaml11.Value {
	return yaml11.Object().SetString("name", name).Set("containerPort", integer(port)).SetString("protocol", "TCP")
}

func ping() *yaml11.Value {
	return yaml11.Object().
		Set("httpGet", yaml11.Object().SetString("path", "/ping").SetString("port", "http")).
		Set("initialDelaySeconds", integer(5)).
		Set("periodSeconds", integer(15))
}
