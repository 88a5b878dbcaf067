package sitevalues

import (
	"github.com/hashicorp/terraform-plugin-framework-validators/listvalidator"
	"github.com/hashicorp/terraform-plugin-framework-validators/stringvalidator"
	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"
)

const description = `Scopes and failover relationships declared in a tree of layered YAML values files.

The layers of each cluster are merged as Helm merges several values files: maps key by key, everything else whole, and ` + "`null`" + ` deletes a key. ` +
	`The result is validated, each finding names its file and line, and one read reports all that is wrong in the tree. ` +
	`The findings appear in the plan, so a pull request shows what a validator would say. Neither this provider's connections nor a server are needed.

## Layers

` + "`layers`" + ` says where the files stand below ` + "`root`" + `, the weakest layer first. A segment of a pattern may hold one named part in braces, which stands for one or more characters. ` +
	`The last pattern is the clusters' own: each file that it matches declares one cluster, and its named parts, joined by slashes, are the cluster's key. ` +
	`The other patterns may use these parts only; a layer that does not exist is left out. A file belongs to the first pattern that matches it, ` +
	"and the ending `.yaml` in a pattern stands for `.yml` too. Files and folders whose names start with a dot are never read, and every other YAML file is reported as `IGNORED_FILE`.\n\n" +
	"The default, for a cluster key such as `site-a/mce-1/blue`:\n\n" +
	"```hcl\nlayers = [\"{site}/values.yaml\", \"{site}/{mce}/values.yaml\", \"{site}/{mce}/{cluster}.yaml\"]\n```\n\n" +
	"Another common layout:\n\n" +
	"```hcl\nlayers = [\n  \"configValues.yaml\",\n  \"{site}/values.yaml\",\n  \"{site}/mces/{mce}/values.yaml\",\n  \"{site}/mces/{mce}/hostedClusters/{cluster}.yaml\",\n]\n```"

const selectionHelp = "A pattern is a cluster key, or a part of one from the left, which stands for all clusters below it; `*` stands for any text within a segment."

func schemaOf() schema.Schema {
	return schema.Schema{
		MarkdownDescription: description,
		Attributes: map[string]schema.Attribute{
			"root": schema.StringAttribute{
				Required: true, Validators: []validator.String{stringvalidator.LengthAtLeast(1)},
				MarkdownDescription: "Folder of the tree. A relative path starts at Terraform's working directory; in a module, write `\"${path.module}/sites\"`.",
			},
			"layers": schema.ListAttribute{
				Optional: true, ElementType: types.StringType, Validators: []validator.List{listvalidator.SizeAtLeast(1)},
				MarkdownDescription: "Patterns of the layers, the weakest first and the clusters' own last. See above for the notation and the default.",
			},
			"include": schema.ListAttribute{
				Optional: true, ElementType: types.StringType,
				MarkdownDescription: "Patterns of the clusters to take. One that matches no cluster is an error. Default: all. " + selectionHelp,
			},
			"exclude": schema.ListAttribute{
				Optional: true, ElementType: types.StringType,
				MarkdownDescription: "Patterns of the clusters to leave out. Networks are still compared with theirs. " + selectionHelp,
			},
			"fail_on": schema.StringAttribute{
				Optional: true, Validators: []validator.String{stringvalidator.OneOf(failOnError, failOnWarning, failNever)},
				MarkdownDescription: "Severity of a finding that fails the plan: `error`, `warning` (errors too) or `never`. Default: `error`. " +
					"With `never`, a cluster with errors is missing in `scopes`, and a resource made `for_each` of them would be destroyed.",
			},
			"scopes": schema.MapNestedAttribute{
				Computed: true, NestedObject: scopeSchema(),
				MarkdownDescription: "The valid clusters' scopes by cluster key, each with the attributes of `dhcp_scope`.",
			},
			"failovers": schema.MapNestedAttribute{
				Computed: true, NestedObject: failoverSchema(),
				MarkdownDescription: "The failover relationships of the valid clusters by name, each with the attributes of `dhcp_failover`. " +
					"A setting that one cluster leaves out follows the others; where two say different things, the first cluster by key counts, and a warning says so.",
			},
			"payloads": schema.MapAttribute{
				Computed: true, ElementType: types.StringType,
				MarkdownDescription: "The valid clusters' scopes by cluster key as JSON in canonical form, for tools that compare or send them.",
			},
			"findings": schema.ListNestedAttribute{
				Computed: true, NestedObject: findingSchema(),
				MarkdownDescription: "All findings, sorted by file and line.",
			},
			"report_json": schema.StringAttribute{
				Computed:            true,
				MarkdownDescription: "Payloads and findings as one JSON document: `{\"clusters\": {key: {\"payload\": …, \"findings\": […]}}, \"findings\": […]}`. A cluster with errors has the payload `null`.",
			},
		},
	}
}

func scopeSchema() schema.NestedAttributeObject {
	return schema.NestedAttributeObject{Attributes: map[string]schema.Attribute{
		"name":           text("Name of the scope."),
		"network":        text("Network address."),
		"subnet_mask":    text("Subnet mask in dotted form."),
		"start_range":    text("First address that the scope leases."),
		"end_range":      text("Last address that the scope leases."),
		"lease_duration": text("Duration of a lease, such as `8d`."),
		"description":    text("Description, empty when the files give none."),
		"gateway":        text("Router of the clients, or null for none."),
		"dns_servers": schema.ListAttribute{
			Computed: true, ElementType: types.StringType, MarkdownDescription: "DNS servers of the clients, in order.",
		},
		"dns_domain": text("DNS domain of the clients, or null for none."),
		"exclusions": schema.SetNestedAttribute{
			Computed: true, MarkdownDescription: "Ranges that the scope does not lease.",
			NestedObject: schema.NestedAttributeObject{Attributes: map[string]schema.Attribute{
				"start_address": text("First address of the range."),
				"end_address":   text("Last address of the range."),
			}},
		},
	}}
}

func failoverSchema() schema.NestedAttributeObject {
	return schema.NestedAttributeObject{Attributes: map[string]schema.Attribute{
		"name":           text("Name of the relationship."),
		"partner_server": text("Host name or address of the partner."),
		"scope_ids": schema.SetAttribute{
			Computed: true, ElementType: types.StringType, MarkdownDescription: "Network addresses of the scopes in the relationship.",
		},
		"mode":                  text("`HotStandby` or `LoadBalance`."),
		"server_role":           text("`Active` or `Standby` in mode `HotStandby`, else null."),
		"reserve_percent":       number("Share of the addresses that the standby server may lease, in mode `HotStandby`, else null."),
		"load_balance_percent":  number("Share of the clients that this server answers, in mode `LoadBalance`, else null."),
		"max_client_lead_time":  text("Maximum client lead time, such as `60m`."),
		"state_switch_interval": text("Time after which the server takes the partner to be down, such as `60m`, or null for never."),
		"auto_state_transition": schema.BoolAttribute{Computed: true, MarkdownDescription: "Whether the server changes to partner-down by itself."},
	}}
}

func findingSchema() schema.NestedAttributeObject {
	return schema.NestedAttributeObject{Attributes: map[string]schema.Attribute{
		"severity": text("`error` or `warning`."),
		"code":     text("Kind of the finding, such as `INVALID_IPV4`."),
		"cluster":  text("Key of the cluster, or empty when the finding is about a file."),
		"file":     text("Path of the file: for a merged value, the strongest layer that sets it."),
		"line":     number("Line in the file, counted from 1."),
		"field":    text("Path of the field, such as `dhcp_values.dns.servers[1]`, or empty."),
		"message":  text("What is wrong, for people."),
	}}
}

func text(help string) schema.StringAttribute {
	return schema.StringAttribute{Computed: true, MarkdownDescription: help}
}

func number(help string) schema.Int64Attribute {
	return schema.Int64Attribute{Computed: true, MarkdownDescription: help}
}
