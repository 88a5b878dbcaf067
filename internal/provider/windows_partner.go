package provider

import (
	"github.com/hashicorp/terraform-plugin-framework-validators/int64validator"
	"github.com/hashicorp/terraform-plugin-framework-validators/stringvalidator"
	"github.com/hashicorp/terraform-plugin-framework/provider/schema"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/windows/winrm"
)

// partnerModel is the connection to the failover partner. What it leaves out is as in the
// windows block.
type partnerModel struct {
	Host          types.String `tfsdk:"host"`
	Port          types.Int64  `tfsdk:"port"`
	HTTPS         types.Bool   `tfsdk:"https"`
	Auth          types.String `tfsdk:"auth"`
	Username      types.String `tfsdk:"username"`
	Password      types.String `tfsdk:"password"`
	CACertificate types.String `tfsdk:"ca_certificate"`
	TLSServerName types.String `tfsdk:"tls_server_name"`
	Insecure      types.Bool   `tfsdk:"insecure"`
}

func partnerSchema(s settings) schema.SingleNestedAttribute {
	return schema.SingleNestedAttribute{
		Optional: true,
		MarkdownDescription: "A connection to the failover partner, which is only read: the plan warns of scopes that differ between the two servers, and `data.dhcp_failover` shows them. " +
			"What is left out is as in the windows block, but for `tls_server_name`. The block may be left out when `" + s.variable("host") + "` is set.",
		Attributes: map[string]schema.Attribute{
			"host":  schema.StringAttribute{Optional: true, MarkdownDescription: s.described("host", "Name or address of the partner's WinRM host.")},
			"port":  schema.Int64Attribute{Optional: true, Validators: []validator.Int64{int64validator.Between(1, 65535)}, MarkdownDescription: s.described("port", "TCP port of WinRM, 1 to 65535.")},
			"https": schema.BoolAttribute{Optional: true, MarkdownDescription: s.described("https", "Use https.")},
			"auth": schema.StringAttribute{
				Optional: true, Validators: []validator.String{stringvalidator.OneOf(windowsAuths...)},
				MarkdownDescription: s.described("auth", "How to log on: `ntlm`, `kerberos`, `basic` or `certificate`."),
			},
			"username":        schema.StringAttribute{Optional: true, MarkdownDescription: s.described("username", "User to log on as; the right to read DHCP is enough.")},
			"password":        schema.StringAttribute{Optional: true, Sensitive: true, MarkdownDescription: s.described("password", "Password of the user.")},
			"ca_certificate":  schema.StringAttribute{Optional: true, MarkdownDescription: s.described("ca_certificate", "PEM certificates of the authorities that may sign the partner's certificate, or `file:` and the path of a PEM file.")},
			"tls_server_name": schema.StringAttribute{Optional: true, MarkdownDescription: s.described("tls_server_name", "Name that the partner's certificate must carry. Default: `host` of the partner.")},
			"insecure":        schema.BoolAttribute{Optional: true, MarkdownDescription: s.described("insecure", "Accept any certificate of the partner; for a lab only.")},
		},
	}
}

// resolve finds the connection to the partner; ok is false when there is none. main is
// the one of the windows block, before a delegation changes how it logs on: nothing needs
// to go on from the partner.
func (p *partnerModel) resolve(s settings, main winrm.Config) (transport winrm.Config, ok bool) {
	if p == nil {
		if s.getenv(s.variable("host")) == "" {
			return transport, false
		}
		p = &partnerModel{}
	}
	transport = main
	transport.Host = s.text("host", p.Host, "")
	transport.Port = int(s.number("port", p.Port, int64(main.Port)))
	transport.HTTPS = s.flag("https", p.HTTPS, main.HTTPS)
	transport.Auth = winrm.Auth(s.text("auth", p.Auth, string(main.Auth)))
	transport.Username = s.text("username", p.Username, main.Username)
	transport.Password = s.text("password", p.Password, main.Password)
	if ca := s.pem("ca_certificate", p.CACertificate); len(ca) > 0 {
		transport.CACert = ca
	}
	transport.TLSServerName = s.text("tls_server_name", p.TLSServerName, "")
	transport.Insecure = s.flag("insecure", p.Insecure, main.Insecure)
	transport.Kerberos.SPN = "" // it names the first server
	return transport, true
}
