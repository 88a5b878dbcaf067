data "dhcp_failover" "office" {
  scope_id = "10.1.0.0"
}

check "failover_is_normal" {
  assert {
    condition     = data.dhcp_failover.office.state == "Normal"
    error_message = "The failover relationship of the office is ${data.dhcp_failover.office.state}."
  }
}
