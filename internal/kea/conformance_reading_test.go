package kea

import (
	"context"
	"net/netip"
	"strings"
	"testing"
)

func testStatistics(t *testing.T, b *bench) {
	b.raw(t, "lease4-add", map[string]any{"ip-address": subnetAddress(23, 110), "hw-address": mac(23, 110), "subnet-id": 23})
	all, err := b.client.Statistics(context.Background(), V4)
	if err != nil || len(all) != 1 || all[0].Numbers["pkt4-received"] == nil {
		t.Fatalf("%v %v", all, err)
	}
	for name, subnets := range map[string][]Utilization{"by hook": all[0].Subnets, "by counters": utilizationOf(all[0].Numbers)} {
		found := false
		for _, u := range subnets {
			if u.SubnetID != 23 {
				continue
			}
			found = true
			if u.Total == nil || u.Total.String() != "100" || u.Assigned == nil || u.Assigned.String() != "1" {
				t.Errorf("%s: %+v", name, u)
			}
		}
		if !found {
			t.Errorf("%s: subnet 23 is not among %d", name, len(subnets))
		}
	}
}

func testSelection(t *testing.T, b *bench) {
	ctx := context.Background()
	got, err := b.client.SubnetForAddress(ctx, netip.MustParseAddr(subnetAddress(24, 7)), nil)
	if err != nil || got.Subnet.Set.ID != 24 {
		t.Fatalf("%+v %v", got, err)
	}
	can, err := b.client.first(V4).can(ctx, V4.subnetCommand("select-test"))
	if err != nil || got.Asked != can {
		t.Errorf("asked %t, the server can %t, %v", got.Asked, can, err)
	}
	_, err = b.client.SubnetForAddress(ctx, netip.MustParseAddr("192.168.77.1"), nil)
	wantKind(t, err, KindNotFound)
	// In a shared network the address decides, wherever the server begins.
	wantDone(t, func() (Warning, error) { return b.client.CreateNetwork(ctx, V4, Network{Name: "link"}) })
	for id, prefix := range map[uint32]string{701: "172.31.1.0/24", 702: "172.31.2.0/24"} {
		if _, _, err := b.client.CreateSubnet(ctx, Subnet{ID: id, Prefix: netip.MustParsePrefix(prefix), Network: "link"}); err != nil {
			t.Fatal(err)
		}
	}
	got, err = b.client.SubnetForAddress(ctx, netip.MustParseAddr("172.31.2.1"), nil)
	if err != nil || got.Subnet.Set.ID != 702 || got.Subnet.Set.Network != "link" {
		t.Errorf("in a network: %+v %v", got.Subnet.Set, err)
	}
}

func testConfiguration(t *testing.T, b *bench) {
	text, err := b.client.Configuration(context.Background(), V4)
	if err != nil || !strings.Contains(text, subnetText(5)) {
		t.Fatalf("%v %.300s", err, text)
	}
	for _, secret := range []string{"s3cret", `"password"`} {
		if strings.Contains(text, secret) {
			t.Errorf("%s is in the configuration", secret)
		}
	}
}

func TestSecretsAreLeftOut(t *testing.T) {
	tree, err := decodeTree([]byte(`{"control-sockets":[{"authentication":{"clients":[{"user":"u","password":"p1","password-file":"pw"}]},"key-file":"k"}],
		"hosts-databases":[{"password":"p2","user":"kea","trust-anchor":"ca"}],"hooks-libraries":[{"parameters":{"peers":[{"basic-auth-password":"p3","url":"http://u:p4@h:8000/"}],
		"tsig-keys":[{"name":"n","secret":"p5"}],"api-token":"p6","key":"p7"}}],"subnet4":[{"user-context":{"Secret":"p8","note":"kept"}}]}`))
	if err != nil {
		t.Fatal(err)
	}
	text := contextText(withoutSecrets(tree))
	for _, kept := range []string{`"password-file":"pw"`, `"key-file":"k"`, `"user":"kea"`, "http://h:8000/", `"note":"kept"`, `"trust-anchor":"ca"`} {
		if !strings.Contains(text, kept) {
			t.Errorf("%s is gone from %s", kept, text)
		}
	}
	for n := 1; n <= 8; n++ {
		if strings.Contains(text, "p"+itoa(n)) {
			t.Errorf("secret %d is in %s", n, text)
		}
	}
}
