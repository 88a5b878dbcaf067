package optiondefinition_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/acctest"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/lab"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/lab/model"
)

func TestOptionDefinitionV6Life(t *testing.T) {
	l := acctest.Windows(t, lab.Options{})
	p := l.Protocol()
	type config = map[string]any
	definition := p.Life(t, "dhcp_option_definition_v6")
	apply := func(c config, want ...string) {
		t.Helper()
		if changed, messages := definition.Apply(t, c); !slices.Equal(changed, want) || messages != "" {
			t.Errorf("%v changed %v, want %v: %s", c, changed, want, messages)
		}
	}
	controllers := func(more config) config {
		c := config{"option_id": 65535, "name": "Controllers", "type": "IPv6Address", "multi_valued": true}
		for k, v := range more {
			c[k] = v
		}
		return c
	}
	apply(controllers(nil), "id")
	if got := definition.State(t); got["id"] != "65535" || got["default_value"].([]any)[0] != "::" {
		t.Errorf("state %v", got)
	}
	apply(controllers(config{"description": "of the lab", "default_value": []any{"2001:DB8::1"}}), "default_value", "description")
	apply(controllers(config{"description": "of the lab", "default_value": []any{"2001:db8:0::1"}}))
	apply(controllers(nil), "description")
	imported := p.Life(t, "dhcp_option_definition_v6")
	if messages := imported.Import(t, "65535", true); messages != "" {
		t.Error(messages)
	}
	if changed, messages := imported.Apply(t, controllers(nil)); len(changed) > 0 || messages != "" {
		t.Errorf("after the import %v changes: %s", changed, messages)
	}
	if changed, _ := definition.Apply(t, controllers(config{"type": "String"})); !slices.Contains(changed, "replace") {
		t.Errorf("another type changed %v", changed)
	}
	l.By("Remove-DhcpServerv6OptionDefinition", model.Params{"OptionId": []int64{65535}})
	if messages := definition.Read(t); messages != "" || definition.State(t) != nil {
		t.Errorf("a definition that has gone: %v, %s", definition.State(t), messages)
	}
	apply(controllers(nil), "id")
	if _, messages := p.Life(t, "dhcp_option_definition_v6").Apply(t, controllers(nil)); !strings.Contains(messages, "defined already, under the name") {
		t.Error(messages)
	}
	apply(nil, "id")
}
