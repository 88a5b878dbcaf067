// Package keaapi is a small Kea server for tests and for the demo: it answers the control
// protocol over HTTP, keeps configuration, reservations and leases in memory, refuses what
// Kea refuses with Kea's words, and fails when it is told to. It serves no DHCP client.
package keaapi
