package provider

import (
	"github.com/hashicorp/terraform-plugin-framework-validators/int64validator"
	"github.com/hashicorp/terraform-plugin-framework-validators/stringvalidator"
	"github.com/hashicorp/terraform-plugin-framework/provider/schema"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/framework"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/kea"
)

// keaPrefix begins the environment variables of the kea block.
const keaPrefix = "DHCP_KEA_"

// keaModel is the kea block of the provider configuration.
type keaModel struct {
	Endpoints         types.List   `tfsdk:"endpoints"`
	Username          types.String `tfsdk:"username"`
	Password          types.String `tfsdk:"password"`
	CACertificate     types.String `tfsdk:"ca_certificate"`
	ClientCertificate types.String `tfsdk:"client_certificate"`
	ClientKey         types.String `tfsdk:"client_key"`
	TLSServerName     types.String `tfsdk:"tls_server_name"`
	Insecure          types.Bool   `tfsdk:"insecure"`
	Timeout           types.String `tfsdk:"timeout"`
	Mode              types.String `tfsdk:"mode"`
	ReservationTarget types.String `tfsdk:"reservation_target"`
	Persist           types.Bool   `tfsdk:"persist"`
	AllowedCommands   types.List   `tfsdk:"allowed_commands"`
	MaxConcurrency    types.Int64  `tfsdk:"max_concurrency"`
	SnapshotMaxAge    types.String `tfsdk:"snapshot_max_age"`
}

func keaSchema() schema.SingleNestedAttribute {
	s := newSettings("kea", keaPrefix, nil)
	return schema.SingleNestedAttribute{
		Optional: true,
		MarkdownDescription: "The Kea server, reached by its control API. Needed by every `kea_…` resource and data source. Nothing connects before the first of them does. " +
			"Several servers are several provider aliases. The block may be left out when `" + s.variable("endpoints") + "` is set.",
		Attributes: map[string]schema.Attribute{
			"endpoints": schema.ListAttribute{
				Optional: true, ElementType: types.StringType,
				MarkdownDescription: s.described("endpoints", "URLs of the control agent, or, from Kea 3.0 on, of the daemon's own HTTP socket, such as `https://kea.example.com:8000`. One URL is one server; several are the peers of a high-availability pair, which are kept alike. In the variable they stand with commas between."),
			},
			"username":           schema.StringAttribute{Optional: true, MarkdownDescription: s.described("username", "User of the basic authentication. Default: none is sent.")},
			"password":           schema.StringAttribute{Optional: true, Sensitive: true, MarkdownDescription: s.described("password", "Password of the user. It is never logged.")},
			"ca_certificate":     schema.StringAttribute{Optional: true, MarkdownDescription: s.described("ca_certificate", "PEM certificates of the authorities that may sign the server's certificate, or `file:` and the path of a PEM file. Default: the authorities of the system.")},
			"client_certificate": schema.StringAttribute{Optional: true, MarkdownDescription: s.described("client_certificate", "PEM client certificate, or `file:` and the path of a PEM file. Kea's own HTTPS socket wants one unless its `cert-required` is false.")},
			"client_key":         schema.StringAttribute{Optional: true, Sensitive: true, MarkdownDescription: s.described("client_key", "PEM key of the client certificate, or `file:` and the path of a PEM file.")},
			"tls_server_name":    schema.StringAttribute{Optional: true, MarkdownDescription: s.described("tls_server_name", "Name that the server's certificate must carry. Default: the host of the URL.")},
			"insecure":           schema.BoolAttribute{Optional: true, MarkdownDescription: s.described("insecure", "Accept any server certificate. Anybody on the network path can then read and change everything; for a lab only. Default: false.")},
			"timeout":            schema.StringAttribute{Optional: true, MarkdownDescription: s.described("timeout", "Longest time for one command, with a unit. A server with 50,000 reservations takes 8 s for a new configuration. Default: `60s`.")},
			"mode": schema.StringAttribute{
				Optional:            true,
				Validators:          []validator.String{stringvalidator.OneOf(string(kea.ModeAuto), string(kea.ModeHooks), string(kea.ModeConfig))},
				MarkdownDescription: s.described("mode", "How changes are made. `hooks`: one command per object, which takes the hook libraries host_cmds and subnet_cmds. `config`: the whole configuration is read, edited, tested and set again, in batches; the server answers no client for the moment of the change (0.1 s at 1,000 reservations, 0.4 s at 10,000). `auto`: hooks where they are loaded. Default: `auto`."),
			},
			"reservation_target": schema.StringAttribute{
				Optional:            true,
				Validators:          []validator.String{stringvalidator.OneOf(string(kea.TargetMemory), string(kea.TargetDatabase))},
				MarkdownDescription: s.described("reservation_target", "Where hooks keep reservations: `memory`, the configuration of the running server, or `database`, its hosts database. Default: `memory`."),
			},
			"persist": schema.BoolAttribute{
				Optional:            true,
				MarkdownDescription: s.described("persist", "Let the server write its configuration file after each batch of changes. What is not written is lost when the server restarts. The user that runs Kea must be able to write the file, which the packages of Debian do not allow; a warning tells when it cannot. Default: true."),
			},
			"allowed_commands": schema.ListAttribute{
				Optional: true, ElementType: types.StringType,
				MarkdownDescription: s.described("allowed_commands", "Control commands that the action `kea_command` may send, beside those that only read: names, or patterns with a star such as `ha-*`. In the variable they stand with commas between. Default: none."),
			},
			"max_concurrency": schema.Int64Attribute{
				Optional:            true,
				Validators:          []validator.Int64{int64validator.Between(1, 64)},
				MarkdownDescription: s.described("max_concurrency", "Commands that may be under way at one server, 1 to 64. Kea runs one at a time, so that more gain little. Default: 4."),
			},
			"snapshot_max_age": schema.StringAttribute{Optional: true, MarkdownDescription: s.described("snapshot_max_age", "How long a configuration that was read may serve the reads of further objects, with a unit. Every change reads anew. Default: `15s`.")},
		},
	}
}

// resolve finds the value of every attribute; ok is false when there is no Kea server: no
// block, and no endpoints in the environment.
func (m *keaModel) resolve(s settings, userAgent string) (config kea.Config, ok bool) {
	if m == nil {
		if s.getenv(s.variable("endpoints")) == "" {
			return config, false
		}
		m = &keaModel{Endpoints: types.ListNull(types.StringType), AllowedCommands: types.ListNull(types.StringType)}
	}
	return kea.Config{
		Endpoints:         s.texts("endpoints", m.Endpoints),
		Username:          s.text("username", m.Username, ""),
		Password:          s.text("password", m.Password, ""),
		CACertificate:     string(s.pem("ca_certificate", m.CACertificate)),
		ClientCertificate: string(s.pem("client_certificate", m.ClientCertificate)),
		ClientKey:         string(s.pem("client_key", m.ClientKey)),
		ServerName:        s.text("tls_server_name", m.TLSServerName, ""),
		Insecure:          s.flag("insecure", m.Insecure, false),
		Timeout:           s.duration("timeout", m.Timeout, kea.DefaultTimeout),
		Mode:              kea.Mode(s.text("mode", m.Mode, string(kea.ModeAuto))),
		Target:            kea.Target(s.text("reservation_target", m.ReservationTarget, string(kea.TargetMemory))),
		Persist:           s.flag("persist", m.Persist, true),
		AllowedCommands:   s.texts("allowed_commands", m.AllowedCommands),
		MaxConcurrency:    int(s.number("max_concurrency", m.MaxConcurrency, kea.DefaultMaxConcurrency)),
		SnapshotAge:       s.duration("snapshot_max_age", m.SnapshotMaxAge, kea.DefaultSnapshotAge),
		UserAgent:         userAgent,
	}, true
}

// openKea makes the client. Nothing connects before its first operation.
func (s settings) openKea(config kea.Config) *kea.Client {
	client, err := kea.New(config)
	if err != nil {
		s.diags.AddAttributeError(s.block, "Invalid provider configuration", framework.Detail(err))
		return nil
	}
	return client
}
