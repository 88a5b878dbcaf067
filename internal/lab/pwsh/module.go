package pwsh

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/windows/cmdlet"
)

// Module returns the text of a DhcpServer module: a function for every cmdlet with its real
// parameters, sets, positions, types and value lists, so that PowerShell itself refuses a
// wrong call. Every function calls Invoke-Lab, which body defines, with the
// cmdlet's context and its bound parameters.
func Module(body string) string {
	var b strings.Builder
	b.WriteString(body)
	for _, name := range cmdlet.Names() {
		writeFunction(&b, name, cmdlet.Lookup(name))
	}
	b.WriteString("Export-ModuleMember -Function '*-Dhcp*'\n")
	return b.String()
}

func writeFunction(b *strings.Builder, name string, s *cmdlet.Signature) {
	binding := []string{"PositionalBinding=$false"}
	if s.ShouldProcess {
		binding = append(binding, "SupportsShouldProcess=$true")
	}
	if s.Confirm != "" {
		binding = append(binding, "ConfirmImpact="+quote(s.Confirm))
	}
	if s.DefaultSet != "" {
		binding = append(binding, "DefaultParameterSetName="+quote(s.DefaultSet))
	}
	fmt.Fprintf(b, "function %s {\n  [CmdletBinding(%s)]\n  param(\n", name, strings.Join(binding, ", "))
	for i, parameter := range slices.Sorted(maps.Keys(s.Parameters)) {
		if i > 0 {
			b.WriteString(",\n")
		}
		fmt.Fprintf(b, "    %s ${%s}", strings.Join(attributes(s.Parameters[parameter]), " "), parameter)
	}
	b.WriteString("\n  )\n  process { Invoke-Lab $PSCmdlet $PSBoundParameters }\n}\n")
}

func attributes(p *cmdlet.Parameter) []string {
	var out []string
	for _, set := range p.Sets {
		out = append(out, "[Parameter("+strings.Join(parameterTraits(p, set), ", ")+")]")
	}
	if len(p.Aliases) > 0 {
		out = append(out, "[Alias("+quoteAll(p.Aliases)+")]")
	}
	if len(p.Values) > 0 {
		out = append(out, "[ValidateSet("+quoteAll(p.Values)+")]")
	}
	if len(p.Range) == 2 {
		out = append(out, "[ValidateRange("+strings.Join(p.Range, ", ")+")]")
	}
	for _, mark := range []struct {
		set  bool
		name string
	}{
		{p.NotEmpty, "ValidateNotNullOrEmpty"}, {p.NotNull, "ValidateNotNull"},
		{p.AllowNull, "AllowNull"}, {p.AllowEmptyString, "AllowEmptyString"}, {p.AllowEmptyCollection, "AllowEmptyCollection"},
	} {
		if mark.set {
			out = append(out, "["+mark.name+"()]")
		}
	}
	return append(out, "["+typeName(p)+"]")
}

func parameterTraits(p *cmdlet.Parameter, set string) []string {
	var out []string
	if set != cmdlet.AllSets {
		out = append(out, "ParameterSetName="+quote(set))
	}
	if slices.Contains(p.Mandatory, set) {
		out = append(out, "Mandatory=$true")
	}
	if at, ok := position(p, set); ok {
		out = append(out, fmt.Sprintf("Position=%d", at))
	}
	if p.Pipeline {
		out = append(out, "ValueFromPipelineByPropertyName=$true")
	}
	return out
}

func position(p *cmdlet.Parameter, set string) (int, bool) {
	var one int
	if json.Unmarshal(p.Position, &one) == nil {
		return one, p.Position != nil && string(p.Position) != "null"
	}
	var many map[string]int
	if json.Unmarshal(p.Position, &many) != nil {
		return 0, false
	}
	at, ok := many[set]
	return at, ok
}

// typeName returns the type as PowerShell spells it.
func typeName(p *cmdlet.Parameter) string {
	switch {
	case p.Nullable():
		return "System.Nullable[" + p.Element() + "]"
	case p.Element() == "CimSession":
		return "Microsoft.Management.Infrastructure." + p.Type
	}
	return p.Type
}

func quote(s string) string { return "'" + strings.ReplaceAll(s, "'", "''") + "'" }

func quoteAll(list []string) string {
	out := make([]string, len(list))
	for i, s := range list {
		out[i] = quote(s)
	}
	return strings.Join(out, ", ")
}
