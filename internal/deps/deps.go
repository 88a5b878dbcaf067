//go:build deps

// Package deps pins what the packages still to come need, so that go mod tidy keeps it.
package deps

import (
	_ "github.com/Azure/go-ntlmssp"
	_ "github.com/agext/levenshtein"
	_ "github.com/bodgit/ntlmssp"
	_ "github.com/cenkalti/backoff/v5"
	_ "github.com/google/go-cmp/cmp"
	_ "github.com/google/uuid"
	_ "github.com/hashicorp/hc-install"
	_ "github.com/hashicorp/hcl/v2"
	_ "github.com/hashicorp/terraform-json"
	_ "github.com/hashicorp/terraform-plugin-framework-jsontypes/jsontypes"
	_ "github.com/hashicorp/terraform-plugin-framework-nettypes/cidrtypes"
	_ "github.com/hashicorp/terraform-plugin-framework-nettypes/hwtypes"
	_ "github.com/hashicorp/terraform-plugin-framework-nettypes/iptypes"
	_ "github.com/hashicorp/terraform-plugin-framework-timeouts/resource/timeouts"
	_ "github.com/hashicorp/terraform-plugin-framework-validators/stringvalidator"
	_ "github.com/hashicorp/terraform-plugin-framework/providerserver"
	_ "github.com/hashicorp/terraform-plugin-go/tfprotov6"
	_ "github.com/hashicorp/terraform-plugin-log/tflog"
	_ "github.com/hashicorp/terraform-plugin-testing/helper/resource"
	_ "github.com/jcmturner/gokrb5/v8/client"
	_ "github.com/jcmturner/gokrb5/v8/spnego"
	_ "github.com/masterzen/winrm"
	_ "github.com/santhosh-tekuri/jsonschema/v6"
	_ "github.com/zclconf/go-cty/cty"
	_ "go.uber.org/goleak"
	_ "go.yaml.in/yaml/v3"
	_ "go.yaml.in/yaml/v4"
	_ "go4.org/netipx"
	_ "golang.org/x/crypto/md4"
	_ "golang.org/x/sync/errgroup"
	_ "golang.org/x/time/rate"
	_ "sigs.k8s.io/yaml"
)
