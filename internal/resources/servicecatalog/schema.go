package servicecatalog

import (
	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"
)

const description = "A service catalog: one ServiceDefinition a service, rendered to the Kubernetes manifests that a GitOps controller applies. " +
	"It reads files and reaches no server; the provider needs no configuration for it.\n\n" +
	"The definitions are read as YAML 1.1 and described by a [JSON Schema](https://github.com/dhcp-as-code/terraform-provider-dhcp/blob/main/docs/schemas/service-definition.schema.json). " +
	"Write `files` with `for_each`: a plan then shows one change for a service that changed, and one for each service whose network policies depend on it."

func schemaOf() schema.Schema {
	return schema.Schema{
		MarkdownDescription: description,
		Attributes: map[string]schema.Attribute{
			"path": schema.StringAttribute{
				Optional: true,
				MarkdownDescription: "Folder with the definitions: its files with names that end in `.yaml`, without subfolders. " +
					"Exactly one of `path` and `definitions` is needed.",
			},
			"definitions": schema.MapAttribute{
				Optional: true, ElementType: types.StringType,
				MarkdownDescription: "Definitions as YAML texts, by their file names.",
			},
			"only": schema.SetAttribute{
				Optional: true, ElementType: types.StringType,
				MarkdownDescription: "File names of the definitions to render; by default all. The others are still read for who depends on whom, " +
					"and one of them that cannot be read is named in `warnings` instead of failing the plan.",
			},
			"platform": platformSchema(),
			"image_automation": schema.BoolAttribute{
				Optional:            true,
				MarkdownDescription: "Whether containers get a Flux ImageRepository and ImagePolicy. Default `true`.",
			},
			"strict": schema.BoolAttribute{
				Optional: true,
				MarkdownDescription: "Whether what the JSON Schema has against a definition, such as a misspelt field, fails the plan. " +
					"Default `false`: it is a warning.",
			},
			"wave_layout": schema.BoolAttribute{
				Optional: true,
				MarkdownDescription: "Whether `files` is laid out in waves: `apps/wave-<N>/` with a `kustomization.yaml` and a Flux Kustomization " +
					"`clusters/base/apps-wave-<N>.yaml` for each. With `false` the manifests stand in `apps/` alone. Default `true`.",
			},
			"present_files": schema.SetAttribute{
				Optional: true, ElementType: types.StringType,
				MarkdownDescription: "Base names of the manifests that exist beside the rendered ones, such as secrets and databases. " +
					"Those that belong to a service by their name (`<service>-bootstrap-secret.sops.yaml`, `<service>-db.yaml`, …) or to an extra unit are listed in its wave.",
			},
			"services": schema.ListAttribute{
				Computed: true, ElementType: types.StringType,
				MarkdownDescription: "Names of the rendered services, sorted.",
			},
			"manifests": schema.MapAttribute{
				Computed: true, ElementType: types.StringType,
				MarkdownDescription: "Manifests of each service, by its name: one text of several YAML documents.",
			},
			"files": schema.MapAttribute{
				Computed: true, ElementType: types.StringType,
				MarkdownDescription: "The whole generated tree: texts by their paths in the repository.",
			},
			"waves": schema.MapAttribute{
				Computed: true, ElementType: types.Int64Type,
				MarkdownDescription: "Wave of each service, and of what a service depends on that has no definition, such as a database: " +
					"0 without dependencies, else one more than the highest of what it depends on.",
			},
			"kustomizations": schema.MapAttribute{
				Computed: true, ElementType: types.StringType,
				MarkdownDescription: "The files of the waves, by their paths: part of `files` with `wave_layout`.",
			},
			"warnings": schema.ListAttribute{
				Computed: true, ElementType: types.StringType,
				MarkdownDescription: "What is odd but did not fail the plan, as `file:line: field: message`.",
			},
		},
	}
}

func platformSchema() schema.SingleNestedAttribute {
	text := func(description string) schema.StringAttribute {
		return schema.StringAttribute{Optional: true, MarkdownDescription: description}
	}
	return schema.SingleNestedAttribute{
		Optional:            true,
		MarkdownDescription: "What belongs to the site rather than to a service. Each setting has a default that names no site.",
		Attributes: map[string]schema.Attribute{
			"label_domain":              text("Prefix of the platform's labels and annotations. Default `platform.example.com`."),
			"base_domain":               text("Domain of the identity provider (`keycloak.<base_domain>`) and of the proxy's allow list. Default `${BASE_DOMAIN}`."),
			"bulk_nfs_server":           text("NFS server of the volumes of class `bulk`. Default `${BULK_NFS_SERVER}`."),
			"gateway_name":              text("Gateway that the HTTPRoutes belong to. Default `shared`."),
			"gateway_namespace":         text("Namespace of the gateway. Default `gateway`."),
			"prometheus_release":        text("`release` label by which Prometheus picks monitors and rules. Default `kube-prometheus-stack`."),
			"monitoring_namespace":      text("Namespace that scrapes come from. Default `monitoring`."),
			"oauth2_proxy_image":        text("Image of the forward-auth sidecar. Default `quay.io/oauth2-proxy/oauth2-proxy:v7.8.1`."),
			"oauth2_proxy_port":         schema.Int64Attribute{Optional: true, MarkdownDescription: "Port on which the sidecar takes requests. Default `4180`."},
			"oauth2_proxy_metrics_port": schema.Int64Attribute{Optional: true, MarkdownDescription: "Port of the sidecar's metrics. Default `44180`."},
			"keycloak_realm":            text("Realm of the identity provider. Default `platform`."),
			"access_token_lifetime":     text("Lifetime of the realm's access tokens, such as `5m`; the sidecar refreshes its cookie at half of it. Default `5m`."),
			"cluster_vars": schema.SetAttribute{
				Optional: true, ElementType: types.StringType,
				MarkdownDescription: "Names that a bare `${NAME}` may use, since Flux substitutes them. Any other unescaped expansion is refused. " +
					"Default `BASE_DOMAIN`, `BULK_NFS_SERVER`, `GATEWAY_VIP`, `LB_POOL_CIDR`, `ENVIRONMENT`, `BACKUP_CREDENTIALS_SUFFIX`.",
			},
			"extra_units": schema.MapNestedAttribute{
				Optional:            true,
				MarkdownDescription: "Units without a definition that take part in the waves, by a name of your choice.",
				NestedObject: schema.NestedAttributeObject{Attributes: map[string]schema.Attribute{
					"anchor": schema.StringAttribute{Required: true, MarkdownDescription: "Service that the unit belongs to."},
					"above":  schema.BoolAttribute{Optional: true, MarkdownDescription: "Whether the unit comes one wave above its anchor. Default `false`: in the same."},
					"files":  schema.SetAttribute{Required: true, ElementType: types.StringType, MarkdownDescription: "Base names of the unit's manifests; those in `present_files` count."},
				}},
			},
		},
	}
}
