// Package dhcp holds the rules of DHCP that need no server: ranges, subnets,
// exclusions, lease durations, client ids, option values, routes, host names.
// It does no I/O and knows neither Terraform nor any server's protocol. Its errors
// are plain sentences that a diagnostic can show as they are.
package dhcp
