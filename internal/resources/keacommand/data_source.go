package keacommand

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/framework"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/kea"
)

var (
	_ datasource.DataSourceWithConfigure      = (*commandDataSource)(nil)
	_ datasource.DataSourceWithValidateConfig = (*commandDataSource)(nil)
)

type commandDataSource struct{ framework.KeaDataSource }

// NewDataSource makes the data source kea_command.
func NewDataSource() datasource.DataSource { return &commandDataSource{} }

type answersModel struct {
	commandModel
	Answers []answerModel `tfsdk:"answers"`
}

type answerModel struct {
	Endpoint  types.String `tfsdk:"endpoint"`
	Result    types.Int64  `tfsdk:"result"`
	Text      types.String `tfsdk:"text"`
	Arguments types.String `tfsdk:"arguments"`
}

func (d *commandDataSource) Metadata(_ context.Context, _ datasource.MetadataRequest, resp *datasource.MetadataResponse) {
	resp.TypeName = "kea_command"
}

func (d *commandDataSource) Schema(_ context.Context, _ datasource.SchemaRequest, resp *datasource.SchemaResponse) {
	resp.Schema = schema.Schema{
		MarkdownDescription: "What a Kea server answers to a command of the control API that only reads, such as `statistic-get`, `lease4-get-by-hostname` or `subnet4-get`. Other commands are refused: the action `kea_command` sends them. " +
			"`config-get` is refused too, because its answer holds passwords: read the data source `kea_config`.",
		Attributes: map[string]schema.Attribute{
			"service":   schema.StringAttribute{Optional: true, Validators: serviceValidators(), MarkdownDescription: serviceText},
			"command":   schema.StringAttribute{Required: true, MarkdownDescription: "Name of the command. `kea_server` lists what a server knows."},
			"arguments": schema.StringAttribute{Optional: true, MarkdownDescription: "Arguments of the command: a JSON object, best written with `jsonencode`. Default: none are sent."},
			"answers": schema.ListNestedAttribute{
				Computed: true, MarkdownDescription: "What each server said, in the order of the endpoints.",
				NestedObject: schema.NestedAttributeObject{Attributes: map[string]schema.Attribute{
					"endpoint":  schema.StringAttribute{Computed: true, MarkdownDescription: "Endpoint of the provider configuration."},
					"result":    schema.Int64Attribute{Computed: true, MarkdownDescription: "0, or 3 where there is nothing of what was asked for."},
					"text":      schema.StringAttribute{Computed: true, MarkdownDescription: "Words of the server, empty when it had none."},
					"arguments": schema.StringAttribute{Computed: true, MarkdownDescription: "Members of the answer as JSON, for `jsondecode`. Null when there are none."},
				}},
			},
		},
	}
}

func (d *commandDataSource) ValidateConfig(ctx context.Context, req datasource.ValidateConfigRequest, resp *datasource.ValidateConfigResponse) {
	var config answersModel
	resp.Diagnostics.Append(req.Config.Get(ctx, &config)...)
	arguments(config.Arguments, &resp.Diagnostics)
	if command := config.Command; !command.IsNull() && !command.IsUnknown() && !kea.Reads(command.ValueString()) {
		resp.Diagnostics.AddAttributeError(path.Root("command"), "Not a command that only reads",
			command.ValueString()+" is not among the commands that this data source sends, because it may change the server or answer with secrets. The action kea_command (Terraform 1.14) sends what kea.allowed_commands lists; the data source kea_config gives the configuration without its secrets.")
	}
}

func (d *commandDataSource) Read(ctx context.Context, req datasource.ReadRequest, resp *datasource.ReadResponse) {
	var config answersModel
	resp.Diagnostics.Append(req.Config.Get(ctx, &config)...)
	raw := arguments(config.Arguments, &resp.Diagnostics)
	client := d.Client(&resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}
	answers, err := client.Command(ctx, family(config.Service), config.Command.ValueString(), raw)
	if err != nil {
		framework.AddError(&resp.Diagnostics, "Unable to run the Kea command "+config.Command.ValueString(), err)
		return
	}
	for _, said := range answers {
		a := answerModel{Endpoint: types.StringValue(said.Endpoint), Result: types.Int64Value(int64(said.Result)), Text: types.StringValue(said.Text)}
		if len(said.Arguments) > 0 {
			a.Arguments = types.StringValue(string(said.Arguments))
		}
		config.Answers = append(config.Answers, a)
	}
	resp.Diagnostics.Append(resp.State.Set(ctx, &config)...)
}
