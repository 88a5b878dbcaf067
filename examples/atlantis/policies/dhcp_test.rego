package main

import rego.v1

plan(actions, before, after) := {"resource_changes": [{
	"address": "dhcp_scope.office",
	"type": "dhcp_scope",
	"change": {"actions": actions, "before": before, "after": after},
}]}

scope := {"start_range": "10.1.0.10", "end_range": "10.1.0.200", "description": "", "force_destroy": false}

test_creation_is_allowed if count(deny) == 0 with input as plan(["create"], null, scope)

test_destruction_is_denied if count(deny) == 1 with input as plan(["delete"], scope, null)

test_replacement_is_denied if count(deny) == 1 with input as plan(["delete", "create"], scope, scope)

test_forced_destruction_is_allowed if count(deny) == 0 with input as plan(["delete"], object.union(scope, {"force_destroy": true}), null)

test_growing_is_allowed if count(deny) == 0 with input as plan(["update"], scope, object.union(scope, {"end_range": "10.1.0.240"}))

test_shrinking_is_denied if count(deny) == 2 with input as plan(["update"], scope, object.union(scope, {"start_range": "10.1.0.20", "end_range": "10.1.0.100"}))

test_labelled_shrinking_is_allowed if count(deny) == 0 with input as plan(["update"], scope, object.union(scope, {"end_range": "10.1.0.100", "description": "Half [shrink]"}))
