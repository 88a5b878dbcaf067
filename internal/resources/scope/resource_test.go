package scope_test

import (
	"fmt"
	"net/netip"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/knownvalue"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"
	"github.com/hashicorp/terraform-plugin-testing/statecheck"
	"github.com/hashicorp/terraform-plugin-testing/tfjsonpath"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/acctest"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/lab"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/lab/model"
)

const (
	name   = "dhcp_scope.office"
	update = plancheck.ResourceActionUpdate
)

// block is the resource with the attributes given over its least configuration.
func block(attributes string) string {
	return fmt.Sprintf(`
resource "dhcp_scope" "office" {
  name        = "Office"
  network     = "10.1.0.0"
  subnet_mask = "255.255.255.0"
  start_range = "10.1.0.50"
  end_range   = "10.1.0.200"
  %s
}`, attributes)
}

func expect(action plancheck.ResourceActionType) resource.ConfigPlanChecks {
	return resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{plancheck.ExpectResourceAction(name, action)}}
}

func is(attribute string, v knownvalue.Check) statecheck.StateCheck {
	return statecheck.ExpectKnownValue(name, tfjsonpath.New(attribute), v)
}

func text(s string) knownvalue.Check { return knownvalue.StringExact(s) }

// A scope is made, each of its fields is changed and unset, and every plan after an
// apply is empty, which the framework of the tests checks by itself.
func TestAccScope_everyField(t *testing.T) {
	l := acctest.Target(t)
	step := func(attributes string, action plancheck.ResourceActionType, checks ...statecheck.StateCheck) resource.TestStep {
		return resource.TestStep{Config: l.Config(block(attributes)), ConfigPlanChecks: expect(action), ConfigStateChecks: checks}
	}
	full := `
  lease_duration    = "12h"
  description       = "First floor"
  gateway           = "10.1.0.1"
  dns_servers       = ["10.0.0.54", "10.0.0.53"]
  dns_domain        = "corp.example"
  boot_server       = "boot"
  boot_file         = "pxelinux.0"
  exclusions        = [{ start_address = "10.1.0.60", end_address = "10.1.0.69" }]
  delay             = 100
  activate_policies = false
  superscope_name   = "Campus"
  state             = "Inactive"`
	resource.UnitTest(t, resource.TestCase{
		ProtoV6ProviderFactories: acctest.Factories(),
		Steps: []resource.TestStep{
			step(full, plancheck.ResourceActionCreate,
				is("id", text("10.1.0.0")), is("scope_id", text("10.1.0.0")), is("state", text("Inactive")),
				is("dns_servers", knownvalue.ListExact([]knownvalue.Check{text("10.0.0.54"), text("10.0.0.53")}))),
			{ResourceName: name, ImportState: true, ImportStateVerify: true, ImportStateId: "10.1.0.0"},
			step(strings.Replace(full, `"12h"`, `"1d"`, 1), update, is("lease_duration", text("1d"))),
			step(strings.Replace(full, `"First floor"`, `"Second floor"`, 1), update, is("description", text("Second floor"))),
			step(strings.Replace(full, `"10.1.0.1"`, `"10.1.0.2"`, 1), update, is("gateway", text("10.1.0.2"))),
			step(strings.Replace(full, `["10.0.0.54", "10.0.0.53"]`, `["10.0.0.53", "10.0.0.54"]`, 1), update),
			step(strings.Replace(full, `pxelinux.0`, `grub.efi`, 1), update, is("boot_file", text("grub.efi"))),
			step(strings.Replace(full, `10.1.0.69`, `10.1.0.79`, 1), update),
			step(strings.Replace(full, `= 100`, `= 0`, 1), update, is("delay", knownvalue.Int64Exact(0))),
			step(strings.Replace(full, `"Campus"`, `"Branch"`, 1), update, is("superscope_name", text("Branch"))),
			step(strings.Replace(full, `"Inactive"`, `"Active"`, 1), update, is("state", text("Active"))),
			// The range of an inactive scope, and everything unset at once.
			step("", update, is("lease_duration", text("8d")), is("gateway", knownvalue.Null()), is("exclusions", knownvalue.Null()),
				is("superscope_name", knownvalue.Null()), is("state", text("Active")), is("description", text(""))),
		},
	})
}

// The range moves to where it does not overlap the old one, and its scope is never
// replaced for it.
func TestAccScope_movedRange(t *testing.T) {
	l := acctest.Target(t)
	moved := strings.NewReplacer("10.1.0.50", "10.1.0.210", "10.1.0.200", "10.1.0.250")
	resource.UnitTest(t, resource.TestCase{
		ProtoV6ProviderFactories: acctest.Factories(),
		Steps: []resource.TestStep{
			{Config: l.Config(block("")), ConfigPlanChecks: expect(plancheck.ResourceActionCreate)},
			{Config: l.Config(moved.Replace(block(""))), ConfigPlanChecks: expect(update), ConfigStateChecks: []statecheck.StateCheck{is("start_range", text("10.1.0.210"))}},
			{Config: l.Config(block(`state = "Inactive"`)), ConfigPlanChecks: expect(update)},
			{Config: l.Config(moved.Replace(block(`state = "Inactive"`))), ConfigPlanChecks: expect(update)},
			{Config: l.Config(strings.Replace(block(""), "255.255.255.0", "255.255.0.0", 1)), ConfigPlanChecks: expect(plancheck.ResourceActionReplace)},
		},
	})
}

// Another spelling of the same values plans nothing, least of all a replacement.
func TestAccScope_spellings(t *testing.T) {
	l := acctest.Target(t)
	resource.UnitTest(t, resource.TestCase{
		ProtoV6ProviderFactories: acctest.Factories(),
		Steps: []resource.TestStep{
			{Config: l.Config(block("lease_duration = \"8d\"\nstate = \"Inactive\"\ntype = \"Both\""))},
			{Config: l.Config(block("lease_duration = \"192h\"\nstate = \"InActive\"\ntype = \"both\"")), ConfigPlanChecks: expect(plancheck.ResourceActionNoop)},
		},
	})
}

// A change made on the server shows as a diff and the next apply repairs it; a scope that
// is gone is made again.
func TestAccScope_drift(t *testing.T) {
	t.Parallel()
	l := acctest.Target(t)
	id := netip.MustParseAddr("10.1.0.0")
	config := l.Config(block("dns_servers = [\"10.0.0.53\"]\nexclusions = []"))
	resource.UnitTest(t, resource.TestCase{
		ProtoV6ProviderFactories: acctest.Factories(),
		Steps: []resource.TestStep{
			{Config: config},
			{
				PreConfig: func() {
					l.By("Set-DhcpServerv4Scope", model.Params{"ScopeId": id, "Name": "Changed", "LeaseDuration": time.Hour})
					l.By("Remove-DhcpServerv4OptionValue", model.Params{"ScopeId": id, "OptionId": []int64{6}})
					l.By("Set-DhcpServerv4OptionValue", model.Params{"ScopeId": id, "OptionId": int64(3), "Value": []string{"10.1.0.9"}})
					l.By("Set-DhcpServerv4OptionValue", model.Params{"ScopeId": id, "OptionId": int64(42), "Value": []string{"10.0.0.1"}})
					l.By("Add-DhcpServerv4ExclusionRange", model.Params{"ScopeId": id, "StartRange": netip.MustParseAddr("10.1.0.90"), "EndRange": netip.MustParseAddr("10.1.0.91")})
				},
				Config: config, ConfigPlanChecks: expect(update),
				ConfigStateChecks: []statecheck.StateCheck{is("name", text("Office")), is("gateway", knownvalue.Null()), is("lease_duration", text("8d"))},
			},
			{
				PreConfig: func() {
					if n := len(l.By("Get-DhcpServerv4OptionValue", model.Params{"ScopeId": id, "OptionId": []int64{42}})); n != 1 {
						t.Errorf("option 42 of another administrator: %d rows", n)
					}
					l.By("Remove-DhcpServerv4Scope", model.Params{"ScopeId": []netip.Addr{id}, "Force": true})
				},
				Config: config, ConfigPlanChecks: expect(plancheck.ResourceActionCreate),
			},
		},
	})
}

// Exclusions of a scope that manages none belong to somebody else.
func TestAccScope_leavesUnmanagedExclusions(t *testing.T) {
	t.Parallel()
	l := acctest.Target(t)
	id := netip.MustParseAddr("10.1.0.0")
	resource.UnitTest(t, resource.TestCase{
		ProtoV6ProviderFactories: acctest.Factories(),
		Steps: []resource.TestStep{
			{Config: l.Config(block(""))},
			{
				PreConfig: func() {
					l.By("Add-DhcpServerv4ExclusionRange", model.Params{"ScopeId": id, "StartRange": netip.MustParseAddr("10.1.0.90"), "EndRange": netip.MustParseAddr("10.1.0.91")})
				},
				Config: l.Config(block("")), ConfigPlanChecks: expect(plancheck.ResourceActionNoop),
			},
			{Config: l.Config(block(`description = "changed"`)), ConfigPlanChecks: expect(update)},
		},
	})
	for _, row := range l.By("Get-DhcpServerv4Scope", nil) {
		if row.Properties["ScopeId"] == id {
			t.Error("the scope is left")
		}
	}
}

func TestAccScope_refusesWhatExists(t *testing.T) {
	t.Parallel()
	l := acctest.Target(t)
	add := func(start, end, mask string) {
		l.By("Add-DhcpServerv4Scope", model.Params{"Name": "Old", "StartRange": netip.MustParseAddr(start), "EndRange": netip.MustParseAddr(end), "SubnetMask": netip.MustParseAddr(mask)})
	}
	resource.UnitTest(t, resource.TestCase{
		ProtoV6ProviderFactories: acctest.Factories(),
		Steps: []resource.TestStep{
			{
				PreConfig:   func() { add("10.1.0.10", "10.1.0.20", "255.255.255.0") },
				Config:      l.Config(block("")),
				ExpectError: regexp.MustCompile(`(?s)Unable to create DHCP scope 10.1.0.0.*exists already.*Import it`),
			},
			{
				PreConfig: func() {
					l.By("Remove-DhcpServerv4Scope", model.Params{"ScopeId": []netip.Addr{netip.MustParseAddr("10.1.0.0")}})
					add("10.0.128.10", "10.0.128.20", "255.254.0.0")
				},
				Config:      l.Config(block("")),
				ExpectError: regexp.MustCompile(`(?s)overlaps.*10.0.0.0/15`),
			},
		},
	})
}

func TestAccScope_deleteWithLeases(t *testing.T) {
	t.Parallel()
	l := acctest.Windows(t, lab.Options{})
	lease := map[string]any{"address": "10.1.0.77", "client_id": "aa-bb-cc-00-00-01", "hostname": "pc", "state": "Active", "seconds": int64(3600)}
	resource.UnitTest(t, resource.TestCase{
		ProtoV6ProviderFactories: acctest.Factories(),
		Steps: []resource.TestStep{
			{Config: l.Config(block(""))},
			{
				PreConfig: func() {
					if err := l.World.Event(l.Servers[0].Server, "lease", lease); err != nil {
						t.Fatal(err)
					}
				},
				Config: l.Provider(), ExpectError: regexp.MustCompile(`(?s)Unable to delete DHCP scope 10.1.0.0.*force_destroy`),
			},
			{Config: l.Config(block("force_destroy = true")), ConfigPlanChecks: expect(update)},
			{Config: l.Provider()},
		},
	})
	if n := len(l.By("Get-DhcpServerv4Scope", nil)); n != 0 {
		t.Errorf("%d scopes are left", n)
	}
}

// Many scopes are made, changed and destroyed at once.
func TestAccScope_parallel(t *testing.T) {
	t.Parallel()
	l := acctest.Windows(t, lab.Options{})
	many := func(lease string) string {
		return l.Config(fmt.Sprintf(`
resource "dhcp_scope" "many" {
  count          = 30
  name           = "Scope ${count.index}"
  network        = "10.8.${count.index}.0"
  subnet_mask    = "255.255.255.0"
  start_range    = "10.8.${count.index}.10"
  end_range      = "10.8.${count.index}.250"
  gateway        = "10.8.${count.index}.1"
  lease_duration = %q
}`, lease))
	}
	resource.UnitTest(t, resource.TestCase{
		ProtoV6ProviderFactories: acctest.Factories(),
		Steps: []resource.TestStep{
			{Config: many("8h")},
			{Config: many("9h"), ConfigPlanChecks: resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{plancheck.ExpectResourceAction("dhcp_scope.many[29]", update)}}},
		},
	})
}

// Names that look like PowerShell change nothing but the name, in both engines.
func TestAccScope_textIsData(t *testing.T) {
	for _, e := range acctest.Engines(t) {
		t.Run(e, func(t *testing.T) {
			t.Parallel()
			l := acctest.Windows(t, lab.Options{Engine: e})
			nasty := "  ' \u2018 \u2019 \u201a \u201b \" ` $(Remove-DhcpServerv4Scope 10.1.0.0 -Force) ; %PATH% ]]> 一 🖨 2026-11-30T00:00:00Z"
			hcl := strings.ReplaceAll(strings.ReplaceAll(fmt.Sprintf("%q", nasty), "$(", "$("), "%P", "%P")
			resource.UnitTest(t, resource.TestCase{
				ProtoV6ProviderFactories: acctest.Factories(),
				Steps: []resource.TestStep{{
					Config:            l.Config(strings.Replace(block("description = "+hcl+"\ndns_domain = \"$(exit)\"\nboot_server = \"'; exit\"\nboot_file = \"`$x\""), `"Office"`, hcl, 1)),
					ConfigStateChecks: []statecheck.StateCheck{is("name", text(nasty)), is("description", text(nasty)), is("boot_file", text("`$x"))},
				}},
			})
		})
	}
}
