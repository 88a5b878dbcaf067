package keaattr

import (
	"context"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework-nettypes/iptypes"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/framework"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/kea"
)

// Lifetimes are the lifetimes of a level, in seconds.
type Lifetimes struct {
	ValidLifetime        types.Int64 `tfsdk:"valid_lifetime"`
	MinValidLifetime     types.Int64 `tfsdk:"min_valid_lifetime"`
	MaxValidLifetime     types.Int64 `tfsdk:"max_valid_lifetime"`
	PreferredLifetime    types.Int64 `tfsdk:"preferred_lifetime"`
	MinPreferredLifetime types.Int64 `tfsdk:"min_preferred_lifetime"`
	MaxPreferredLifetime types.Int64 `tfsdk:"max_preferred_lifetime"`
}

// Timers are the lifetimes and timers of a level, in seconds.
type Timers struct {
	Lifetimes
	RenewTimer  types.Int64 `tfsdk:"renew_timer"`
	RebindTimer types.Int64 `tfsdk:"rebind_timer"`
}

// Boot is what clients are told to boot from (IPv4).
type Boot struct {
	NextServer     iptypes.IPv4Address `tfsdk:"next_server"`
	ServerHostname types.String        `tfsdk:"server_hostname"`
	BootFileName   types.String        `tfsdk:"boot_file_name"`
}

// Lookup says where reservations are looked for.
type Lookup struct {
	ReservationsGlobal    types.Bool `tfsdk:"reservations_global"`
	ReservationsInSubnet  types.Bool `tfsdk:"reservations_in_subnet"`
	ReservationsOutOfPool types.Bool `tfsdk:"reservations_out_of_pool"`
}

// Settings are the attributes that subnets and shared networks have in common.
type Settings struct {
	Timers
	Boot
	Lookup
	OptionData      types.List            `tfsdk:"option_data"`
	Interface       types.String          `tfsdk:"interface"`
	Relay           types.List            `tfsdk:"relay"`
	ClientClasses   types.Set             `tfsdk:"client_classes"`
	EvaluateClasses types.Set             `tfsdk:"evaluate_additional_classes"`
	UserContext     framework.UserContext `tfsdk:"user_context"`
}

// ToKea gives the settings for the client.
func (s *Settings) ToKea(ctx context.Context, diags *diag.Diagnostics) kea.Settings {
	settings := kea.Settings{
		Options: Options(ctx, s.OptionData, diags), Interface: TextPointer(s.Interface), Relay: Texts(s.Relay.Elements()),
		ClientClasses: Texts(s.ClientClasses.Elements()), EvaluateClasses: Texts(s.EvaluateClasses.Elements()), UserContext: s.UserContext.ValueString(),
	}
	s.Timers.ToKea(&settings)
	s.Boot.ToKea(&settings)
	s.Lookup.ToKea(&settings)
	return settings
}

// FromKea takes over what the server has. Times and relays that the user set are shown as
// they apply, even when they equal what would be inherited. Options are left to the caller: they may be
// managed elsewhere.
func (s *Settings) FromKea(set, effective kea.Settings) {
	s.Timers.FromKea(set, effective)
	s.Boot.FromKea(set)
	s.Lookup.FromKea(set)
	s.Interface = optional(s.Interface, set.Interface)
	relays := set.Relay
	if len(relays) == 0 && len(s.Relay.Elements()) > 0 {
		relays = effective.Relay
	}
	s.Relay = Spelled(s.Relay, relays, CanonicalAddress)
	s.ClientClasses, s.EvaluateClasses = Set(s.ClientClasses, set.ClientClasses), Set(s.EvaluateClasses, set.EvaluateClasses)
	s.UserContext = Context(s.UserContext, set.UserContext)
}

// CheckFamily refuses attributes that the service does not have.
func (s *Settings) CheckFamily(family kea.Family, what string, diags *diag.Diagnostics) {
	s.Timers.CheckFamily(family, what, diags)
	s.Boot.CheckFamily(family, what, diags)
}

// pair is an attribute and the member of the settings that it belongs to.
type pair struct {
	at   *types.Int64
	with **int64
}

func (l *Lifetimes) pairs(s *kea.Settings) []pair {
	return []pair{
		{&l.ValidLifetime, &s.ValidLifetime}, {&l.MinValidLifetime, &s.MinValidLifetime}, {&l.MaxValidLifetime, &s.MaxValidLifetime},
		{&l.PreferredLifetime, &s.PreferredLifetime}, {&l.MinPreferredLifetime, &s.MinPreferredLifetime}, {&l.MaxPreferredLifetime, &s.MaxPreferredLifetime},
	}
}

func (t *Timers) pairs(s *kea.Settings) []pair {
	return append(t.Lifetimes.pairs(s), pair{&t.RenewTimer, &s.RenewTimer}, pair{&t.RebindTimer, &s.RebindTimer})
}

func toKea(pairs []pair) {
	for _, p := range pairs {
		*p.with = NumberPointer(*p.at)
	}
}

func fromKea(set, effective []pair) {
	for i, p := range set {
		if p.at.IsNull() {
			*p.at = Number(*p.with)
		} else {
			*p.at = Number(*effective[i].with)
		}
	}
}

// ToKea gives the lifetimes to the client.
func (l *Lifetimes) ToKea(s *kea.Settings) { toKea(l.pairs(s)) }

// FromKea takes over the lifetimes of the server.
func (l *Lifetimes) FromKea(set, effective kea.Settings) { fromKea(l.pairs(&set), l.pairs(&effective)) }

// ToKea gives the times to the client.
func (t *Timers) ToKea(s *kea.Settings) { toKea(t.pairs(s)) }

// FromKea takes over the times of the server.
func (t *Timers) FromKea(set, effective kea.Settings) { fromKea(t.pairs(&set), t.pairs(&effective)) }

// CheckFamily refuses preferred lifetimes of IPv4.
func (l *Lifetimes) CheckFamily(family kea.Family, what string, diags *diag.Diagnostics) {
	if family == kea.V6 {
		return
	}
	for name, value := range map[string]types.Int64{"preferred_lifetime": l.PreferredLifetime, "min_preferred_lifetime": l.MinPreferredLifetime, "max_preferred_lifetime": l.MaxPreferredLifetime} {
		if !value.IsNull() {
			notOf(family, what, name, diags)
		}
	}
}

// CheckOrder refuses what Kea refuses, or takes and cannot mean.
func (l *Lifetimes) CheckOrder(diags *diag.Diagnostics) {
	ordered(l.MinValidLifetime, l.ValidLifetime, "min_valid_lifetime", "min_valid_lifetime is above valid_lifetime", diags)
	ordered(l.ValidLifetime, l.MaxValidLifetime, "max_valid_lifetime", "valid_lifetime is above max_valid_lifetime", diags)
	ordered(l.MinPreferredLifetime, l.PreferredLifetime, "min_preferred_lifetime", "min_preferred_lifetime is above preferred_lifetime", diags)
	ordered(l.PreferredLifetime, l.MaxPreferredLifetime, "max_preferred_lifetime", "preferred_lifetime is above max_preferred_lifetime", diags)
}

// CheckOrder refuses what Kea refuses, or takes and cannot mean.
func (t *Timers) CheckOrder(diags *diag.Diagnostics) {
	t.Lifetimes.CheckOrder(diags)
	ordered(t.RenewTimer, t.RebindTimer, "renew_timer", "renew_timer is above rebind_timer", diags)
}

func ordered(low, high types.Int64, name, text string, diags *diag.Diagnostics) {
	if !low.IsNull() && !low.IsUnknown() && !high.IsNull() && !high.IsUnknown() && low.ValueInt64() > high.ValueInt64() {
		diags.AddAttributeError(path.Root(name), "Lifetimes contradict each other", fmt.Sprintf("%s (%d and %d seconds).", text, low.ValueInt64(), high.ValueInt64()))
	}
}

// ToKea gives the boot settings to the client.
func (b *Boot) ToKea(s *kea.Settings) {
	s.NextServer, s.ServerHostname, s.BootFileName = TextPointer(b.NextServer.StringValue), TextPointer(b.ServerHostname), TextPointer(b.BootFileName)
}

// FromKea takes over the boot settings of the server.
func (b *Boot) FromKea(set kea.Settings) {
	b.NextServer = iptypes.NewIPv4AddressPointerValue(set.NextServer)
	b.ServerHostname, b.BootFileName = optional(b.ServerHostname, set.ServerHostname), optional(b.BootFileName, set.BootFileName)
}

// CheckFamily refuses boot settings of IPv6.
func (b *Boot) CheckFamily(family kea.Family, what string, diags *diag.Diagnostics) {
	if family == kea.V4 {
		return
	}
	for name, set := range map[string]bool{"next_server": !b.NextServer.IsNull(), "server_hostname": !b.ServerHostname.IsNull(), "boot_file_name": !b.BootFileName.IsNull()} {
		if set {
			notOf(family, what, name, diags)
		}
	}
}

// ToKea gives the flags to the client.
func (l *Lookup) ToKea(s *kea.Settings) {
	s.ReservationsGlobal, s.ReservationsInSubnet, s.ReservationsOutOfPool = FlagPointer(l.ReservationsGlobal), FlagPointer(l.ReservationsInSubnet), FlagPointer(l.ReservationsOutOfPool)
}

// FromKea takes over the flags of the server.
func (l *Lookup) FromKea(set kea.Settings) {
	l.ReservationsGlobal, l.ReservationsInSubnet, l.ReservationsOutOfPool = types.BoolPointerValue(set.ReservationsGlobal), types.BoolPointerValue(set.ReservationsInSubnet), types.BoolPointerValue(set.ReservationsOutOfPool)
}

func notOf(family kea.Family, what, name string, diags *diag.Diagnostics) {
	diags.AddAttributeError(path.Root(name), "Invalid attribute combination", fmt.Sprintf("%s does not belong to %s of %s.", name, what, family.Service()))
}

func optional(prior types.String, value *string) types.String {
	if value == nil {
		return types.StringNull()
	}
	return Text(prior, *value)
}
