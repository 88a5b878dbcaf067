package provider

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/action"
	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/function"
	"github.com/hashicorp/terraform-plugin-framework/list"
	"github.com/hashicorp/terraform-plugin-framework/resource"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/framework"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/functions"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/resources/authorization"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/resources/binding"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/resources/class"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/resources/dnssettings"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/resources/exclusion"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/resources/exclusionv6"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/resources/failover"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/resources/freeaddress"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/resources/keaclass"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/resources/keacommand"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/resources/keaconfig"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/resources/keaglobal"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/resources/kealease"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/resources/keanetwork"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/resources/keaoptiondefinition"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/resources/keapool"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/resources/keareservation"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/resources/keaserver"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/resources/keastatistics"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/resources/keasubnet"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/resources/lease"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/resources/leasev6"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/resources/macfilter"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/resources/multicast"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/resources/option"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/resources/optiondefinition"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/resources/policy"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/resources/reservation"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/resources/reservationset"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/resources/reservationv6"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/resources/scope"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/resources/scopev6"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/resources/server"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/resources/serversettings"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/resources/servicecatalog"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/resources/sitevalues"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/resources/statistics"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/resources/superscope"
)

// Resources lists the constructors of all resources, one a line, sorted by type name.
func (p *dhcpProvider) Resources(context.Context) []func() resource.Resource {
	return []func() resource.Resource{
		authorization.NewResource,
		binding.NewResource,
		class.NewResource,
		dnssettings.NewResource,
		exclusion.NewResource,
		exclusionv6.NewResource,
		failover.NewResource,
		failover.NewScopeResource,
		keaclass.NewResource,
		keaglobal.NewResource,
		kealease.NewResource,
		keaoptiondefinition.NewResource,
		keapool.NewResource,
		keareservation.NewResource,
		keareservation.NewSetResource,
		keanetwork.NewResource,
		keasubnet.NewResource,
		macfilter.NewListResource,
		macfilter.NewResource,
		multicast.NewResource,
		option.NewResource,
		option.NewV6Resource,
		optiondefinition.NewResource,
		optiondefinition.NewV6Resource,
		policy.NewResource,
		reservation.NewResource,
		reservationv6.NewResource,
		reservationset.NewResource,
		scope.NewResource,
		scopev6.NewResource,
		serversettings.NewResource,
		superscope.NewResource,
	}
}

// ListResources are made of all resources whose objects can be found on a server.
func (p *dhcpProvider) ListResources(ctx context.Context) []func() list.ListResource {
	var out []func() list.ListResource
	for _, make := range p.Resources(ctx) {
		if _, ok := make().(framework.Listable); ok {
			out = append(out, func() list.ListResource { return framework.NewListResource(make().(framework.Listable)) })
		}
	}
	return out
}

// DataSources lists the constructors of all data sources, one a line, sorted by type name.
func (p *dhcpProvider) DataSources(context.Context) []func() datasource.DataSource {
	return []func() datasource.DataSource{
		failover.NewDataSource,
		failover.NewListDataSource,
		freeaddress.NewDataSource,
		keacommand.NewDataSource,
		keaconfig.NewDataSource,
		kealease.NewDataSource,
		keareservation.NewDataSource,
		keaserver.NewDataSource,
		keastatistics.NewDataSource,
		keasubnet.NewAddressDataSource,
		keasubnet.NewDataSource,
		lease.NewListDataSource,
		leasev6.NewListDataSource,
		option.NewListDataSource,
		option.NewV6ListDataSource,
		policy.NewListDataSource,
		reservation.NewListDataSource,
		scope.NewDataSource,
		scope.NewListDataSource,
		scopev6.NewListDataSource,
		server.NewDataSource,
		servicecatalog.NewDataSource,
		sitevalues.NewDataSource,
		statistics.NewDataSource,
	}
}

// Actions lists the constructors of all actions, one a line, sorted by type name.
func (p *dhcpProvider) Actions(context.Context) []func() action.Action {
	return []func() action.Action{
		failover.NewReplicateAction,
		keacommand.NewAction,
		keacommand.NewReloadAction,
		keacommand.NewWriteAction,
		keacommand.NewDisableAction,
		keacommand.NewEnableAction,
		keacommand.NewWipeAction,
		keacommand.NewReclaimAction,
	}
}

// Functions lists the constructors of all provider functions, one a line, sorted by name.
func (p *dhcpProvider) Functions(context.Context) []func() function.Function {
	return []func() function.Function{
		functions.NewDecodeClasslessRoutes,
		functions.NewEncodeClasslessRoutes,
		functions.NewKeaFromNetbox,
		functions.NewMergeValues,
		functions.NewRenderService,
		functions.NewServiceWaves,
	}
}
