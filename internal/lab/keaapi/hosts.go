package keaapi

import (
	"cmp"
	"encoding/hex"
	"fmt"
	"net/netip"
	"slices"
	"strings"
)

// checkHosts checks the reservations of a subnet, or the global ones with the id 0, and
// brings them into Kea's spelling and order.
func (d *daemon) checkHosts(config, holder map[string]any, prefix string, id int64) error {
	hosts := trees(holder["reservations"])
	identities, addresses := map[string]bool{}, map[string]bool{}
	for _, host := range hosts {
		if err := d.checkHost(host, prefix); err != nil {
			return err
		}
		identity := d.identity(host)
		if identities[identity] {
			return fmt.Errorf("failed to add new host using the HW address '%s' to the IPv%d subnet id '%d' as this host has already been added", identityText(identity), d.family, id)
		}
		identities[identity] = true
		for _, address := range addressesOf(host) {
			if addresses[address] && config["ip-reservations-unique"] != false {
				return fmt.Errorf("failed to add new host using the HW address '%s and DUID '(null)' to the IPv%d subnet id '%d' for the address %s: There's already a reservation for this address", identityText(identity), d.family, id, address)
			}
			addresses[address] = true
		}
	}
	slices.SortStableFunc(hosts, func(a, b map[string]any) int { return cmp.Compare(d.identity(a), d.identity(b)) })
	holder["reservations"] = anyList(hosts)
	return nil
}

func identityText(identity string) string {
	_, value, _ := strings.Cut(identity, " ")
	return value
}

// identity gives type and value of a reservation's identifier.
func (d *daemon) identity(host map[string]any) string {
	for _, kind := range d.identifiers() {
		if value := text(host[kind]); value != "" {
			return kind + " " + value
		}
	}
	return ""
}

func addressesOf(host map[string]any) []string {
	var found []string
	if address := text(host["ip-address"]); address != "" {
		found = append(found, address)
	}
	for _, address := range list(host["ip-addresses"]) {
		found = append(found, text(address))
	}
	for _, prefix := range list(host["prefixes"]) {
		found = append(found, text(prefix))
	}
	return found
}

func (d *daemon) checkHost(host map[string]any, prefix string) error {
	for key := range host {
		if !slices.Contains(d.hostKeys(), key) {
			return fmt.Errorf("unsupported configuration parameter '%s' (<wire>:0:120)", key)
		}
	}
	if err := d.spellIdentifier(host); err != nil {
		return err
	}
	if err := spellAddresses(host, prefix, d.family); err != nil {
		return err
	}
	if d.is("2.2") && len(addressesOf(host)) == 0 && text(host["hostname"]) == "" && len(list(host["option-data"])) == 0 && len(list(host["client-classes"])) == 0 && text(host["boot-file-name"]) == "" {
		return fmt.Errorf("incomplete reservation: at least one resource must be specified for the host (<wire>:0:120)")
	}
	var classes []any
	for _, class := range list(host["client-classes"]) {
		if !slices.Contains(classes, class) {
			classes = append(classes, class)
		}
	}
	host["client-classes"] = append([]any{}, classes...)
	withDefault(host, map[string]any{"hostname": "", "option-data": []any{}})
	if d.family == 4 {
		withDefault(host, map[string]any{"boot-file-name": "", "next-server": "0.0.0.0", "server-hostname": ""})
	} else {
		withDefault(host, map[string]any{"ip-addresses": []any{}, "prefixes": []any{}})
	}
	return d.checkOptions(host)
}

func (d *daemon) spellIdentifier(host map[string]any) error {
	for _, kind := range d.identifiers() {
		value := text(host[kind])
		if value == "" {
			continue
		}
		spelled, err := spell(kind, value)
		if err != nil {
			return err
		}
		host[kind] = spelled
		return nil
	}
	return fmt.Errorf("one of the supported identifiers must be specified for host reservation: %s (<wire>:0:120)", strings.Join(d.identifiers(), ", "))
}

func spell(kind, value string) (string, error) {
	if len(value) > 1 && value[0] == '\'' {
		value = hex.EncodeToString([]byte(strings.Trim(value, "'")))
	}
	groups := strings.FieldsFunc(strings.TrimPrefix(value, "0x"), func(r rune) bool { return r == ':' || r == ' ' })
	for i, group := range groups {
		if len(groups) > 1 && len(group) == 1 {
			groups[i] = "0" + group
		}
	}
	raw, err := hex.DecodeString(strings.Join(groups, ""))
	if err != nil || len(raw) == 0 {
		return "", fmt.Errorf("invalid host identifier value '%s' (<wire>:0:120)", value)
	}
	if kind != "hw-address" && kind != "duid" {
		return strings.ToUpper(hex.EncodeToString(raw)), nil
	}
	return strings.ReplaceAll(fmt.Sprintf("% x", raw), " ", ":"), nil
}

func spellAddresses(host map[string]any, prefix string, family int) error {
	within, _ := netip.ParsePrefix(prefix)
	inside := func(value string) (string, error) {
		address, err := netip.ParseAddr(value)
		if err != nil || (family == 4 && address.String() != value) {
			return "", fmt.Errorf("Failed to convert string to address '%s': Invalid argument (<wire>:0:120)", value) //nolint:staticcheck // Kea's words
		}
		if prefix != "" && !within.Masked().Contains(address) {
			return "", fmt.Errorf("specified reservation '%s' is not within the IPv%d subnet '%s' (<wire>:0:120)", address, family, prefix)
		}
		return address.String(), nil
	}
	if one := text(host["ip-address"]); one != "" {
		if _, err := inside(one); err != nil {
			return err
		}
	}
	for i, value := range list(host["ip-addresses"]) {
		spelled, err := inside(text(value))
		if err != nil {
			return err
		}
		list(host["ip-addresses"])[i] = spelled
	}
	for i, value := range list(host["prefixes"]) {
		delegated, err := netip.ParsePrefix(text(value))
		if err != nil {
			return fmt.Errorf("invalid prefix '%s' (<wire>:0:120)", text(value))
		}
		list(host["prefixes"])[i] = delegated.String()
	}
	return nil
}
