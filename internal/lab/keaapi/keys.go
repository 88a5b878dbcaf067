package keaapi

import "slices"

// globalKeys are the members of a configuration that the server knows.
func (d *daemon) globalKeys() []string {
	return slices.Concat([]string{
		"allocator", "authoritative", "boot-file-name", "cache-max-age", "cache-threshold", "calculate-tee-times", "client-classes", "config-control",
		"control-socket", "control-sockets", "ddns-generated-prefix", "ddns-override-client-update", "ddns-override-no-update", "ddns-qualifying-suffix",
		"ddns-replace-client-name", "ddns-send-updates", "ddns-update-on-renew", "decline-probation-period", "dhcp-ddns", "dhcp-queue-control", "dhcp4o6-port",
		"early-global-reservations-lookup", "echo-client-id", "expired-leases-processing", "hooks-libraries", "host-reservation-identifiers", "hostname-char-replacement",
		"hostname-char-set", "hosts-database", "hosts-databases", "interfaces-config", "ip-reservations-unique", "lease-database", "loggers", "mac-sources", "match-client-id",
		"multi-threading", "next-server", "option-data", "option-def", "parked-packet-limit", "rebind-timer", "renew-timer", "reservations", "reservations-global",
		"reservations-in-subnet", "reservations-lookup-first", "reservations-out-of-pool", "sanity-checks", "server-hostname", "server-id", "server-tag", "shared-networks",
		"statistic-default-sample-age", "statistic-default-sample-count", "store-extended-info", "stash-agent-options", "t1-percent", "t2-percent", "user-context", d.subnetList(),
	}, lifetimes)
}

var lifetimes = []string{
	"valid-lifetime", "min-valid-lifetime", "max-valid-lifetime", "preferred-lifetime", "min-preferred-lifetime", "max-preferred-lifetime",
}

// subnetKeys are the members of a subnet, by version.
func (d *daemon) subnetKeys() []string {
	keys := slices.Concat([]string{
		"4o6-interface", "4o6-interface-id", "4o6-subnet", "authoritative", "boot-file-name", "cache-max-age", "cache-threshold", "calculate-tee-times", "client-class",
		"comment", "ddns-qualifying-suffix", "ddns-send-updates", "id", "interface", "interface-id", "match-client-id", "next-server", "option-data", "pools", "pd-pools",
		"rapid-commit", "rebind-timer", "relay", "renew-timer", "require-client-classes", "reservations", "reservations-global", "reservations-in-subnet",
		"reservations-out-of-pool", "server-hostname", "store-extended-info", "subnet", "t1-percent", "t2-percent", "user-context",
	}, lifetimes)
	if !d.is("2.2") {
		keys = append(keys, "allocator", "offer-lifetime")
	}
	if d.is("3.0") {
		keys = append(keys, "client-classes", "evaluate-additional-classes")
	}
	return keys
}

// networkKeys are the members of a shared network: those of a subnet without its own.
func (d *daemon) networkKeys() []string {
	own := []string{"id", "subnet", "pools", "pd-pools", "reservations", "4o6-interface", "4o6-interface-id", "4o6-subnet"}
	keys := slices.DeleteFunc(d.subnetKeys(), func(key string) bool { return slices.Contains(own, key) })
	return append(keys, "name", d.subnetList())
}

// hostKeys are the members of a reservation.
func (d *daemon) hostKeys() []string {
	keys := []string{"client-classes", "hostname", "option-data", "user-context", "hw-address", "duid", "flex-id"}
	if d.family == 6 {
		return append(keys, "ip-addresses", "prefixes")
	}
	return append(keys, "client-id", "circuit-id", "ip-address", "boot-file-name", "next-server", "server-hostname")
}

// identifiers are the identifier types of a reservation.
func (d *daemon) identifiers() []string {
	if d.family == 6 {
		return []string{"duid", "hw-address", "flex-id"}
	}
	return []string{"hw-address", "duid", "client-id", "circuit-id", "flex-id"}
}
