package provider

import (
	"github.com/hashicorp/terraform-plugin-framework-validators/int64validator"
	"github.com/hashicorp/terraform-plugin-framework-validators/stringvalidator"
	"github.com/hashicorp/terraform-plugin-framework/provider/schema"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"
)

// windowsModel is the windows block of the provider configuration.
type windowsModel struct {
	Host                    types.String   `tfsdk:"host"`
	Port                    types.Int64    `tfsdk:"port"`
	HTTPS                   types.Bool     `tfsdk:"https"`
	Auth                    types.String   `tfsdk:"auth"`
	Username                types.String   `tfsdk:"username"`
	Password                types.String   `tfsdk:"password"`
	CACertificate           types.String   `tfsdk:"ca_certificate"`
	TLSServerName           types.String   `tfsdk:"tls_server_name"`
	Insecure                types.Bool     `tfsdk:"insecure"`
	ClientCertificate       types.String   `tfsdk:"client_certificate"`
	ClientKey               types.String   `tfsdk:"client_key"`
	Kerberos                *kerberosModel `tfsdk:"kerberos"`
	ComputerName            types.String   `tfsdk:"computer_name"`
	MaxConcurrency          types.Int64    `tfsdk:"max_concurrency"`
	CommandTimeout          types.String   `tfsdk:"command_timeout"`
	EnvironmentCheckTimeout types.String   `tfsdk:"environment_check_timeout"`
	Delegation              types.String   `tfsdk:"delegation"`
	DelegationEndpoint      types.String   `tfsdk:"delegation_endpoint"`
	CredSSP                 *credsspModel  `tfsdk:"credssp"`
	Partner                 *partnerModel  `tfsdk:"partner"`
	Replicate               types.Bool     `tfsdk:"replicate"`
	ReadMode                types.String   `tfsdk:"read_mode"`
	SnapshotMaxAge          types.String   `tfsdk:"snapshot_max_age"`
}

type credsspModel struct {
	CACertificate     types.String `tfsdk:"ca_certificate"`
	ServerName        types.String `tfsdk:"server_name"`
	CertificateSHA256 types.String `tfsdk:"certificate_sha256"`
	Unverified        types.Bool   `tfsdk:"unverified"`
}

type kerberosModel struct {
	Realm      types.String `tfsdk:"realm"`
	ConfigFile types.String `tfsdk:"config_file"`
	Keytab     types.String `tfsdk:"keytab"`
	CCache     types.String `tfsdk:"ccache"`
	SPN        types.String `tfsdk:"spn"`
}

func windowsSchema() schema.SingleNestedAttribute {
	s := newSettings("windows", windowsPrefix, nil)
	return schema.SingleNestedAttribute{
		Optional: true,
		MarkdownDescription: "The Windows DHCP server, reached by PowerShell over WinRM. Needed by every `dhcp_…` resource and data source that reads or changes a server. " +
			"Nothing connects before the first of them does. Several servers are several provider aliases, each with its own state. " +
			"The block may be left out when `" + s.variable("host") + "` is set.",
		Attributes: map[string]schema.Attribute{
			"host": schema.StringAttribute{
				Optional:            true,
				MarkdownDescription: s.described("host", "Name or address of the WinRM host, without scheme, port or path. With Kerberos it must be the full name."),
			},
			"port": schema.Int64Attribute{
				Optional:            true,
				Validators:          []validator.Int64{int64validator.Between(1, 65535)},
				MarkdownDescription: s.described("port", "TCP port of WinRM, 1 to 65535. Default: 5986 with https, 5985 without."),
			},
			"https": schema.BoolAttribute{
				Optional:            true,
				MarkdownDescription: s.described("https", "Use https. Without it only sealed NTLM (or CredSSP) is allowed, never Basic, Kerberos or certificates. Default: true."),
			},
			"auth": schema.StringAttribute{
				Optional:            true,
				Validators:          []validator.String{stringvalidator.OneOf(windowsAuths...)},
				MarkdownDescription: s.described("auth", "How to log on: `ntlm`, `kerberos`, `basic` or `certificate`. A server that offers only something weaker is refused. Default: `ntlm`."),
			},
			"username": schema.StringAttribute{
				Optional:            true,
				MarkdownDescription: s.described("username", "User to log on as: `user`, `DOMAIN\\user` or `user@domain`. Not used with `certificate`."),
			},
			"password": schema.StringAttribute{
				Optional:            true,
				Sensitive:           true,
				MarkdownDescription: s.described("password", "Password of the user. It is sent only on the authenticated channel and never logged."),
			},
			"ca_certificate":     schema.StringAttribute{Optional: true, MarkdownDescription: s.described("ca_certificate", "PEM certificates of the authorities that may sign the server's certificate, or `file:` and the path of a PEM file. Default: the authorities of the system.")},
			"tls_server_name":    schema.StringAttribute{Optional: true, MarkdownDescription: s.described("tls_server_name", "Name that the server's certificate must carry. Default: `host`.")},
			"insecure":           schema.BoolAttribute{Optional: true, MarkdownDescription: s.described("insecure", "Accept any server certificate. Anybody on the network path can then read and change everything; for a lab only. Default: false.")},
			"client_certificate": schema.StringAttribute{Optional: true, MarkdownDescription: s.described("client_certificate", "PEM client certificate for `auth = \"certificate\"`, or `file:` and the path of a PEM file.")},
			"client_key":         schema.StringAttribute{Optional: true, Sensitive: true, MarkdownDescription: s.described("client_key", "PEM key of the client certificate, or `file:` and the path of a PEM file.")},
			"kerberos":           kerberosSchema(s.nested("kerberos")),
			"computer_name": schema.StringAttribute{
				Optional:            true,
				MarkdownDescription: s.described("computer_name", "DHCP server to manage when it is not the WinRM host itself: each cmdlet gets it as `-ComputerName`. The logon must then reach a second machine (delegation)."),
			},
			"max_concurrency": schema.Int64Attribute{
				Optional:            true,
				Validators:          []validator.Int64{int64validator.Between(1, 25)},
				MarkdownDescription: s.described("max_concurrency", "PowerShell processes that may run on the server at the same time, 1 to 25. Default: 4."),
			},
			"command_timeout":           schema.StringAttribute{Optional: true, MarkdownDescription: s.described("command_timeout", "Longest time one PowerShell process may take, with a unit (`60s`, `5m`). Default: `60s`.")},
			"environment_check_timeout": schema.StringAttribute{Optional: true, MarkdownDescription: s.described("environment_check_timeout", "Longest time for the first look at the server (PowerShell, language mode, cmdlets), with a unit. Default: `15s`.")},
			"delegation": schema.StringAttribute{
				Optional:   true,
				Validators: []validator.String{stringvalidator.OneOf(windowsDelegations...)},
				MarkdownDescription: s.described("delegation", "How the server can log on to its failover partner, which your network logon does not allow it to: "+
					"`none` (a change that needs the partner is diagnosed and refused), `kerberos` (the directory allows delegation; needs `auth = \"kerberos\"`), "+
					"`credssp` (the password is handed to the server; needs user and password), `scheduled_task` (what needs the partner runs on the server in a scheduled task, "+
					"which logs on with the password and is removed afterwards; needs user and password), or `endpoint` (it runs in the session configuration of `delegation_endpoint`, "+
					"under the account of that). [The guide to failover](guides/failover) tells what each of them needs. Default: `none`."),
			},
			"delegation_endpoint": schema.StringAttribute{
				Optional:            true,
				MarkdownDescription: s.described("delegation_endpoint", "Name of the session configuration on the server for `delegation = \"endpoint\"`: one that was registered with `-RunAsCredential` and runs in FullLanguage."),
			},
			"credssp": credsspSchema(s.nested("credssp")),
			"partner": partnerSchema(s.nested("partner")),
			"replicate": schema.BoolAttribute{
				Optional:            true,
				MarkdownDescription: s.described("replicate", "Copy each change of a scope in a failover relationship to the partner, once a relationship and batch. Windows does not do it by itself. Default: true."),
			},
			"read_mode": schema.StringAttribute{
				Optional: true, Validators: []validator.String{stringvalidator.OneOf(windowsReadModes...)},
				MarkdownDescription: s.described("read_mode", "How objects are read: `direct` (each by itself; those that wait go together), `snapshot` (the whole server at the first read), or `auto` (a snapshot once many objects are asked for). Default: `auto`."),
			},
			"snapshot_max_age": schema.StringAttribute{Optional: true, MarkdownDescription: s.described("snapshot_max_age", "Age after which a snapshot of the server is not used any more, with a unit. A write drops what it touched at once. Default: `1m`.")},
		},
	}
}

func kerberosSchema(s settings) schema.SingleNestedAttribute {
	return schema.SingleNestedAttribute{
		Optional:            true,
		MarkdownDescription: "Settings of `auth = \"kerberos\"`. Give a password, a keytab or a credential cache.",
		Attributes: map[string]schema.Attribute{
			"realm":       schema.StringAttribute{Optional: true, MarkdownDescription: s.described("realm", "Kerberos realm of the user, in capitals. Default: the realm of `username`, else the default realm of the configuration file.")},
			"config_file": schema.StringAttribute{Optional: true, MarkdownDescription: s.described("config_file", "Path of krb5.conf. Default: `/etc/krb5.conf`.")},
			"keytab":      schema.StringAttribute{Optional: true, MarkdownDescription: s.described("keytab", "Path of a keytab of the user, in place of a password.")},
			"ccache":      schema.StringAttribute{Optional: true, MarkdownDescription: s.described("ccache", "Path of a credential cache (`kinit`), with or without `FILE:`, in place of user and password.")},
			"spn":         schema.StringAttribute{Optional: true, MarkdownDescription: s.described("spn", "Service principal name of the server. Default: `HTTP/` and `host`.")},
		},
	}
}

func credsspSchema(s settings) schema.SingleNestedAttribute {
	return schema.SingleNestedAttribute{
		Optional: true,
		MarkdownDescription: "How `delegation = \"credssp\"` makes sure of the server before it sends the password. Windows protects CredSSP with a certificate that it makes itself, so one of these is needed " +
			"unless WinRM itself runs over a verified https connection.",
		Attributes: map[string]schema.Attribute{
			"ca_certificate":     schema.StringAttribute{Optional: true, MarkdownDescription: s.described("ca_certificate", "PEM certificates of the authorities that may sign the CredSSP certificate, or `file:` and the path of a PEM file.")},
			"server_name":        schema.StringAttribute{Optional: true, MarkdownDescription: s.described("server_name", "Name that the CredSSP certificate must carry. Default: `host`.")},
			"certificate_sha256": schema.StringAttribute{Optional: true, MarkdownDescription: s.described("certificate_sha256", "SHA-256 fingerprint of the CredSSP certificate in hexadecimal digits.")},
			"unverified":         schema.BoolAttribute{Optional: true, MarkdownDescription: s.described("unverified", "Send the password to whoever answers. Default: false.")},
		},
	}
}
