package main

import rego.v1

scope_change contains rc if {
  some rc in input.resource_changes
  rc.type == "dhcp_scope"
}

# No scope is destroyed or replaced without force_destroy in its last applied state.
deny contains msg if {
  some rc in scope_change
  "delete" in rc.change.actions
  not rc.change.before.force_destroy
  msg := sprintf("%s would be destroyed: set force_destroy in a change of its own first", [rc.address])
}

# No range shrinks, unless the description says so.
deny contains msg if {
  some rc in scope_change
  rc.change.actions == ["update"]
  ip(rc.change.after.start_range) > ip(rc.change.before.start_range)
  not contains(rc.change.after.description, "[shrink]")
  msg := sprintf("the range of %s would shrink at its start", [rc.address])
}

deny contains msg if {
  some rc in scope_change
  rc.change.actions == ["update"]
  ip(rc.change.after.end_range) < ip(rc.change.before.end_range)
  not contains(rc.change.after.description, "[shrink]")
  msg := sprintf("the range of %s would shrink at its end", [rc.address])
}

ip(text) := n if {
  p := [to_number(x) | some x in split(text, ".")]
  n := ((p[0] * 16777216) + (p[1] * 65536)) + ((p[2] * 256) + p[3])
}
