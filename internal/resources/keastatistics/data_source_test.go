package keastatistics_test

import (
	"testing"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/acctest"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/lab/keaapi"
)

func TestStatistics(t *testing.T) {
	for _, options := range []keaapi.Options{{LeaseCommands: true}, {LeaseCommands: true, StatCommands: true}} {
		server := acctest.StartKea(t, options)
		if answer, err := server.Do("dhcp4", "lease4-add", map[string]any{"ip-address": "10.1.0.100", "hw-address": "02:00:00:00:00:01"}); err != nil || answer.Result != 0 {
			t.Fatal(answer, err)
		}
		state, diags := acctest.KeaProtocol(t, server).ReadDataSource(t, "kea_statistics", map[string]any{})
		if len(diags) > 0 {
			t.Fatal(acctest.Messages(diags))
		}
		servers, _ := state["servers"].([]any)
		one, _ := servers[0].(map[string]any)
		numbers, _ := one["numbers"].(map[string]any)
		subnets, _ := one["subnets"].([]any)
		used, _ := subnets[0].(map[string]any)
		unused, _ := subnets[1].(map[string]any)
		if numbers["pkt4-received"] != 0.0 || used["total"] != 100.0 || used["assigned"] != 1.0 || used["utilization"] != 0.01 || unused["utilization"] != nil || used["total_pds"] != nil {
			t.Errorf("%v: %v %v %v", options, numbers["pkt4-received"], used, unused)
		}
	}
}
