# Makes the campus on the pair of servers that the environment names, looks at it, and
# takes it down again:
#
#   terraform test -var partner=DHCP2
run "campus" {
  assert {
    condition     = length(dhcp_scope.campus) == 40
    error_message = "Twenty buildings have two networks each."
  }
  assert {
    condition     = alltrue([for s in dhcp_scope.campus : s.replicated])
    error_message = "Every scope is on both servers."
  }
  assert {
    condition     = toset(dhcp_failover.campus.scope_ids) == toset([for s in dhcp_scope.campus : s.network])
    error_message = "The relationship has all scopes."
  }
}

run "stays" {
  command = plan

  assert {
    condition     = output.scopes["library-wifi"] == "10.21.64.0"
    error_message = "The networks of a building follow from its number."
  }
}
