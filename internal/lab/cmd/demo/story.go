package main

import (
	"context"
	_ "embed"
	"fmt"
	"net/netip"
	"strings"
	"time"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/lab"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/lab/model"
)

//go:embed main.tf
var config string

type step struct {
	title string
	run   func(context.Context) error
}

// story is what the demo shows.
func story(tf *tool, server *lab.Server) []step {
	summary := []string{"Plan:", "Apply complete!", "No changes.", "Destroy complete!"}
	apply := func(ctx context.Context) error {
		return tf.expect(ctx, 0, []string{"Apply complete!"}, summary, "apply", "-auto-approve")
	}
	empty := func(ctx context.Context) error {
		return tf.expect(ctx, 0, []string{"No changes."}, summary, "plan", "-detailed-exitcode")
	}
	return []step{
		{"Terraform takes the provider", func(ctx context.Context) error {
			if err := tf.write(config); err != nil {
				return err
			}
			code, output, err := tf.command(ctx, "init", "-plugin-dir="+tf.mirror())
			if err == nil && code != 0 {
				err = fmt.Errorf("terraform init ended with %d:\n%s", code, output)
			}
			return err
		}},
		{"The plan of three scopes, and of a subnet and a reservation in Kea", func(ctx context.Context) error {
			return tf.expect(ctx, 2, []string{"Plan: 5 to add"}, append(summary, "+ name", "+ network", "+ ip_address", "+ subnet "), "plan", "-detailed-exitcode")
		}},
		{"They are made", func(ctx context.Context) error {
			if err := apply(ctx); err != nil {
				return err
			}
			return scopes(server, "10.1.0.0 Office", "10.2.0.0 Laboratory", "10.3.0.0 Installation network")
		}},
		{"Nothing is left to do", empty},
		{"Somebody changes the server by hand, and the plan shows it", func(ctx context.Context) error {
			if err := byHand(server); err != nil {
				return err
			}
			return tf.expect(ctx, 2, []string{"Plan: 0 to add, 1 to change, 0 to destroy."}, append(summary, "~ name", "~ lease_duration", "+ dns_servers", `+ "10.0.0.53"`), "plan", "-detailed-exitcode")
		}},
		{"The apply repairs it", func(ctx context.Context) error {
			if err := apply(ctx); err != nil {
				return err
			}
			return empty(ctx)
		}},
		{"A mistake is refused before anything is changed", func(ctx context.Context) error {
			if err := tf.write(strings.Replace(config, `gateway     = "10.1.0.1"`, `gateway     = "10.1.0.100"`, 1)); err != nil {
				return err
			}
			return tf.expect(ctx, 1, []string{"10.1.0.100 lies in the pool"}, []string{"Error:", "10.1.0.100 lies", "client could", "exclude it"}, "plan")
		}},
		{"All of it is destroyed", func(ctx context.Context) error {
			if err := tf.write(config); err != nil {
				return err
			}
			if err := tf.expect(ctx, 0, []string{"Destroy complete! Resources: 5 destroyed."}, summary, "destroy", "-auto-approve"); err != nil {
				return err
			}
			return scopes(server)
		}},
	}
}

// byHand does what an administrator does in the console.
func byHand(server *lab.Server) error {
	id := netip.MustParseAddr("10.1.0.0")
	fmt.Println("  PS> Set-DhcpServerv4Scope 10.1.0.0 -Name 'Office (do not touch)' -LeaseDuration 01:00:00")
	fmt.Println("  PS> Remove-DhcpServerv4OptionValue -ScopeId 10.1.0.0 -OptionId 6")
	for _, c := range []struct {
		cmdlet string
		params model.Params
	}{
		{"Set-DhcpServerv4Scope", model.Params{"ScopeId": id, "Name": "Office (do not touch)", "LeaseDuration": time.Hour}},
		{"Remove-DhcpServerv4OptionValue", model.Params{"ScopeId": id, "OptionId": []int64{6}}},
	} {
		if r := server.Invoke(model.Logon{}, c.cmdlet, c.params); len(r.Errors) > 0 {
			return r.Errors[0]
		}
	}
	return nil
}

// scopes checks what the server itself says it has.
func scopes(server *lab.Server, want ...string) error {
	var got []string
	for _, row := range server.Invoke(model.Logon{}, "Get-DhcpServerv4Scope", nil).Rows {
		got = append(got, fmt.Sprintf("%v %v", row.Properties["ScopeId"], row.Properties["Name"]))
	}
	fmt.Println("  PS> Get-DhcpServerv4Scope")
	for _, line := range got {
		fmt.Println("      ", line)
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		return fmt.Errorf("the server has the scopes %q, not %q", got, want)
	}
	return nil
}
