package servicecatalog_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/acctest"
)

const scenario = "../../../examples/scenarios/service-catalog"

// changed checks which files a plan changes, as "update apps/wave-0/search.yaml".
type changed []string

func (want changed) CheckPlan(_ context.Context, req plancheck.CheckPlanRequest, resp *plancheck.CheckPlanResponse) {
	got := changed{}
	for _, c := range req.Plan.ResourceChanges {
		if c.Mode == "managed" && !c.Change.Actions.NoOp() {
			got = append(got, fmt.Sprintf("%s %v", c.Change.Actions[0], c.Index))
		}
	}
	slices.Sort(got)
	if diff := cmp.Diff(want, got, cmpopts.EquateEmpty()); diff != "" {
		resp.Error = fmt.Errorf("changes of the plan (-want +got):\n%s", diff)
	}
}

// TestScenario plans the example's twelve services, and what a touch of one gives.
func TestScenario(t *testing.T) {
	t.Setenv("TF_ACC_PROVIDER_NAMESPACE", "dhcp-as-code") // as the example names its source
	main, err := os.ReadFile(filepath.Join(scenario, "main.tf"))
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(filepath.Join(scenario, "catalog"))); err != nil {
		t.Fatal(err)
	}
	config := strings.Replace(string(main), "${path.module}/catalog", filepath.ToSlash(dir), 1)
	touch := func(file, old, replacement string) {
		path := filepath.Join(dir, file)
		text, err := os.ReadFile(path)
		if err != nil || !strings.Contains(string(text), old) {
			t.Fatalf("%s has no %q: %v", file, old, err)
		}
		if err := os.WriteFile(path, []byte(strings.Replace(string(text), old, replacement, 1)), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	expect := func(want ...string) resource.ConfigPlanChecks {
		return resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{changed(want)}}
	}
	resource.UnitTest(t, resource.TestCase{
		ProtoV6ProviderFactories: acctest.Factories(),
		Steps: []resource.TestStep{
			{Config: config}, // followed by a plan that must be empty
			{ // a new image: its own manifest; a comment: nothing
				PreConfig: func() {
					touch("search.yaml", ":8.13.0", ":8.14.0")
					touch("mail.yaml", "name: mail", "# The relay.\nname: mail")
				},
				Config: config, ConfigPlanChecks: expect("update apps/wave-0/search.yaml"),
			},
			{ // another port: its own manifest and that of the service depended on
				PreConfig: func() { touch("wiki.yaml", "port: 9200", "port: 9300") },
				Config:    config, ConfigPlanChecks: expect("update apps/wave-0/search.yaml", "update apps/wave-1/wiki.yaml"),
			},
			// The test framework cannot read a state with for_each: leave none to it.
			{Config: config, Destroy: true},
		},
	})
}

// TestExamples plans the short examples of the data source and of the functions.
func TestExamples(t *testing.T) {
	for _, file := range []string{"data-sources/dhcp_service_catalog/data-source.tf", "functions/render_service/function.tf", "functions/service_waves/function.tf"} {
		t.Run(file, func(t *testing.T) {
			config, err := os.ReadFile(filepath.Join("../../../examples", file))
			if err != nil {
				t.Fatal(err)
			}
			resource.UnitTest(t, resource.TestCase{
				ProtoV6ProviderFactories: acctest.Factories(),
				Steps:                    []resource.TestStep{{Config: string(config), PlanOnly: true, ExpectNonEmptyPlan: true}},
			})
		})
	}
}

// TestScenarioBroken: a plan with broken definitions fails and names them all.
func TestScenarioBroken(t *testing.T) {
	resource.UnitTest(t, resource.TestCase{
		ProtoV6ProviderFactories: acctest.Factories(),
		Steps: []resource.TestStep{{
			Config: `data "dhcp_service_catalog" "this" {
				definitions = {
					"a.yaml" = "name: a\nsource: {image: x}\negress: off\n"
					"b.yaml" = "name: b\nsource: {image: x}\nkind: pod\n"
				}
			}`,
			PlanOnly:    true,
			ExpectError: inOrder("a.yaml, line 3, field egress: invalid", "b.yaml, line 3, field kind: unknown"),
		}},
	})
}

// inOrder matches a text with all parts one after another, wrapped as Terraform likes.
func inOrder(parts ...string) *regexp.Regexp {
	for i, part := range parts {
		parts[i] = strings.ReplaceAll(regexp.QuoteMeta(part), " ", `[\s│]+`)
	}
	return regexp.MustCompile(`(?s)` + strings.Join(parts, ".*"))
}
