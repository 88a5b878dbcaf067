package catalog

import (
	"fmt"
	"time"
)

// Set gives one setting by its name in a configuration (label_domain, extra_units, …).
// The value is plain Go: string, bool, int64, []any and map[string]any.
func (p *Platform) Set(name string, value any) error {
	texts := map[string]*string{
		"label_domain": &p.LabelDomain, "base_domain": &p.BaseDomain, "bulk_nfs_server": &p.BulkNFSServer,
		"gateway_name": &p.GatewayName, "gateway_namespace": &p.GatewayNamespace,
		"prometheus_release": &p.PrometheusRelease, "monitoring_namespace": &p.MonitoringNamespace,
		"oauth2_proxy_image": &p.OAuth2ProxyImage, "keycloak_realm": &p.KeycloakRealm,
	}
	if target, ok := texts[name]; ok {
		return setting(name, value, target)
	}
	switch name {
	case "oauth2_proxy_port":
		return port(name, value, &p.OAuth2ProxyPort)
	case "oauth2_proxy_metrics_port":
		return port(name, value, &p.OAuth2ProxyMetricsPort)
	case "access_token_lifetime":
		return lifetime(name, value, &p.AccessTokenLifetime)
	case "cluster_vars":
		return list(name, value, &p.ClusterVars)
	case "extra_units":
		return p.setExtraUnits(value)
	}
	known := []string{"oauth2_proxy_port", "oauth2_proxy_metrics_port", "access_token_lifetime", "cluster_vars", "extra_units"}
	for k := range texts {
		known = append(known, k)
	}
	return fmt.Errorf("%s: %s", name, unknownField(name, known))
}

// setting keeps a value of the type that the setting has.
func setting[T any](name string, value any, target *T) error {
	v, ok := value.(T)
	if !ok {
		return fmt.Errorf("%s must be %s, not %s", name, kindOf(*target), jsonText(value))
	}
	*target = v
	return nil
}

// kindOf is a type in the words of a configuration.
func kindOf(v any) string {
	switch v.(type) {
	case string:
		return "a text"
	case bool:
		return "true or false"
	case int64:
		return "a whole number"
	case []any:
		return "a list"
	default:
		return "an object"
	}
}

func port(name string, value any, target *int) error {
	var n int64
	if err := setting(name, value, &n); err != nil {
		return err
	}
	*target = int(n)
	return nil
}

func lifetime(name string, value any, target *time.Duration) error {
	var text string
	if err := setting(name, value, &text); err != nil {
		return err
	}
	d, err := time.ParseDuration(text)
	if err != nil {
		return fmt.Errorf("%s is %q; write it like 5m or 1h30m", name, text)
	}
	*target = d
	return nil
}

func list(name string, value any, target *[]string) error {
	var items []any
	if err := setting(name, value, &items); err != nil {
		return err
	}
	texts := make([]string, len(items))
	for i, item := range items {
		if err := setting(name, item, &texts[i]); err != nil {
			return err
		}
	}
	*target = texts
	return nil
}

func (p *Platform) setExtraUnits(value any) error {
	var units map[string]any
	if err := setting("extra_units", value, &units); err != nil {
		return err
	}
	p.ExtraUnits = make(map[string]ExtraUnit, len(units))
	for name, given := range units {
		at := fmt.Sprintf("extra_units[%q]", name)
		var fields map[string]any
		if err := setting(at, given, &fields); err != nil {
			return err
		}
		unit, err := extraUnit(at, fields)
		if err != nil {
			return err
		}
		p.ExtraUnits[name] = unit
	}
	return nil
}

func extraUnit(at string, fields map[string]any) (u ExtraUnit, err error) {
	for name, value := range fields {
		switch {
		case value == nil:
		case name == "anchor":
			err = setting(at+".anchor", value, &u.Anchor)
		case name == "above":
			err = setting(at+".above", value, &u.Above)
		case name == "files":
			err = list(at+".files", value, &u.Files)
		default:
			err = fmt.Errorf("%s.%s: %s", at, name, unknownField(name, []string{"anchor", "above", "files"}))
		}
		if err != nil {
			return u, err
		}
	}
	return u, nil
}
