package provider

import (
	"errors"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/windows"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/windows/winrm"
)

// WindowsFromEnvironment makes the client of a Windows DHCP server from environment
// variables alone, as a provider without a windows block does. Their names begin with
// prefix: DHCP_WINDOWS_. The client is nil when no variable names a host. delegated tells
// whether the logon reaches a second server, as failover needs.
func WindowsFromEnvironment(getenv func(string) string, prefix string) (client *windows.Client, delegated bool, err error) {
	var diags diag.Diagnostics
	s := settings{block: path.Root("windows"), prefix: prefix, getenv: getenv, diags: &diags}
	var none *windowsModel
	w, ok := none.resolve(s)
	if !ok {
		return nil, false, nil
	}
	delegated = w.transport.Auth == winrm.AuthCredSSP || getenv(s.variable("delegation")) == "kerberos"
	if !diags.HasError() {
		client = w.open(s, "terraform-provider-dhcp")
	}
	var errs []error
	for _, d := range diags.Errors() {
		errs = append(errs, fmt.Errorf("%s: %s", d.Summary(), d.Detail()))
	}
	return client, delegated, errors.Join(errs...)
}
