package keapool_test

import (
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/knownvalue"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"
	"github.com/hashicorp/terraform-plugin-testing/statecheck"
	"github.com/hashicorp/terraform-plugin-testing/tfjsonpath"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/acctest"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/lab/keaapi"
)

const address = "kea_pool.test"

func pool(body string) string {
	return "resource \"kea_pool\" \"test\" {\n  provider = dhcp\n" + body + "\n}\n"
}

func action(a plancheck.ResourceActionType) resource.ConfigPlanChecks {
	return resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{plancheck.ExpectResourceAction(address, a)}}
}

func state(name string, value knownvalue.Check) statecheck.StateCheck {
	return statecheck.ExpectKnownValue(address, tfjsonpath.New(name), value)
}

func TestLife(t *testing.T) {
	server := acctest.StartKea(t, keaapi.Options{Version: "2.6"})
	provider := acctest.KeaProvider(server.URL(), "")
	const key = "  subnet = \"10.1.0.0/24\"\n"
	full := key + "  pool = \"10.1.0.64 - 10.1.0.95\"\n  client_classes = [\"c1\"]\n  evaluate_additional_classes = [\"c2\"]\n  user_context = jsonencode({ a = 1 })\n  option_data = [{ name = \"domain-name\", data = \"a.example\" }]"
	resource.UnitTest(t, resource.TestCase{
		ProtoV6ProviderFactories: acctest.Factories(),
		Steps: []resource.TestStep{
			{Config: provider + pool(full), ConfigPlanChecks: action(plancheck.ResourceActionCreate), ConfigStateChecks: []statecheck.StateCheck{
				state("id", knownvalue.StringExact("dhcp4/1/10.1.0.64/27")), state("subnet_id", knownvalue.Int64Exact(1)), state("pool", knownvalue.StringExact("10.1.0.64 - 10.1.0.95")),
			}},
			{Config: provider + pool(strings.ReplaceAll(full, "10.1.0.64 - 10.1.0.95", "10.1.0.64/27")), ConfigPlanChecks: action(plancheck.ResourceActionNoop)},
			{Config: provider + pool(full), ResourceName: address, ImportState: true, ImportStateId: "10.1.0.0/24/10.1.0.64/27", ImportStateVerify: true, ImportStateVerifyIgnore: []string{"pool"}},
			{Config: provider + pool(key+`  pool = "10.1.0.64/27"`), ConfigPlanChecks: action(plancheck.ResourceActionUpdate), ConfigStateChecks: []statecheck.StateCheck{
				state("client_classes", knownvalue.Null()), state("option_data", knownvalue.Null()), state("user_context", knownvalue.Null()),
			}},
			{Config: provider + pool(key+`  pool = "10.1.0.64-10.1.0.70"`), ConfigPlanChecks: action(plancheck.ResourceActionDestroyBeforeCreate)},
		},
	})
	answer, err := server.Do("dhcp4", "config-get", nil)
	if err != nil || !strings.Contains(keaapi.Text(answer), "10.1.0.100-10.1.0.199") || strings.Contains(keaapi.Text(answer), "10.1.0.64") {
		t.Errorf("after the destroy, the other pool must be all that is left: %v %v", keaapi.Text(answer), err)
	}
}

func TestRefusals(t *testing.T) {
	p := acctest.NewProtocol(t)
	for name, c := range map[string]struct {
		attributes map[string]any
		want       string
	}{
		"outside":      {map[string]any{"subnet": "10.1.0.0/24", "pool": "10.2.0.1-10.2.0.2"}, "Pool outside of the subnet"},
		"no subnet":    {map[string]any{"pool": "10.2.0.1-10.2.0.2"}, "Invalid Attribute Combination"},
		"no range":     {map[string]any{"subnet_id": 1, "pool": "x"}, "neither a range"},
		"unknown pool": {map[string]any{"subnet": "10.1.0.0/24", "pool": acctest.Unknown}, ""},
	} {
		got := acctest.Messages(p.Validate(t, "kea_pool", c.attributes))
		if (c.want == "") != (got == "") || !strings.Contains(got, c.want) {
			t.Errorf("%s: got %q, want %q", name, got, c.want)
		}
	}
}

// TestIdentity imports by id and by identity; both lead to the id that the resource spells.
func TestIdentity(t *testing.T) {
	server := acctest.StartKea(t, keaapi.Options{Version: "2.6"})
	p := acctest.NewProtocol(t)
	if got := acctest.Messages(p.Configure(t, map[string]any{"kea": map[string]any{"endpoints": []any{server.URL()}}})); got != "" {
		t.Fatal(got)
	}
	const id = "dhcp4/1/10.1.0.64/27"
	made := p.Life(t, "kea_pool")
	if _, got := made.Apply(t, map[string]any{"subnet_id": 1, "pool": "10.1.0.64-10.1.0.95"}); got != "" || made.Identity(t) != id || made.State(t)["subnet"] != "10.1.0.0/24" {
		t.Errorf("created: %q, identity %q, state %v", got, made.Identity(t), made.State(t))
	}
	for name, byIdentity := range map[string]bool{"10.1.0.0/24/10.1.0.64-10.1.0.95": false, id: true} {
		l := p.Life(t, "kea_pool")
		if got := l.Import(t, name, byIdentity); got != "" || l.Identity(t) != id || l.State(t)["id"] != id {
			t.Errorf("%s: %q, identity %q, state %v", name, got, l.Identity(t), l.State(t))
		}
	}
	if got := p.Life(t, "kea_pool").Import(t, "dhcp4/1", false); !strings.Contains(got, "is no import id") {
		t.Errorf("got %q", got)
	}
	if _, got := made.Apply(t, nil); got != "" || made.State(t) != nil {
		t.Errorf("destroyed: %q, state %v", got, made.State(t))
	}
	gone := p.Life(t, "kea_pool")
	if got := gone.Import(t, id, true); got != "" || gone.State(t) != nil {
		t.Errorf("import of a pool that is gone: %q, state %v", got, gone.State(t))
	}
}
