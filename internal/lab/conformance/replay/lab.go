package replay

import (
	"time"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/lab"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/windows"
)

// Open makes a client from environment variables whose names begin with prefix; it is nil
// when they name no host.
type Open func(getenv func(string) string, prefix string) (client *windows.Client, delegated bool, err error)

// labCallDuration lets relationships of the lab come into order within a few calls.
const labCallDuration = 20 * time.Second

// OnLab makes a runner for the servers of a lab, of which there are one or two.
func OnLab(l *lab.Lab, open Open) (*Runner, error) {
	blocks, err := ParseBlocks("10.250.0.0/16,fd00:250::/48")
	if err != nil {
		return nil, err
	}
	l.World.SetCallDuration(labCallDuration)
	r := &Runner{PartnerName: "DHCP2", Blocks: blocks, Prefix: DefaultPrefix}
	for i, s := range l.Servers {
		env := s.Environment()
		env["DHCP_WINDOWS_DELEGATION"], env["DHCP_WINDOWS_CREDSSP_UNVERIFIED"] = "credssp", "true"
		client, delegated, err := open(func(name string) string { return env[name] }, "DHCP_WINDOWS_")
		if err != nil {
			return nil, err
		}
		r.Delegated = delegated
		if i == 0 {
			r.Server = client
		} else {
			r.Partner = client
		}
	}
	return r, nil
}
