package catalog

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// Flux substitutes ${NAME} in what it applies (postBuild.substituteFrom). An even
// number of dollars is an escape; with an odd one the braces are an expansion, and of
// those only the bare name of a declared variable does what its writer means.
var (
	expansion    = regexp.MustCompile(`(\$+)\{([^{}]*)\}`)
	variableName = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*$`)
)

const (
	substitutionHead = "refusing to emit — unescaped `${...}` in a manifest that Flux's postBuild.substituteFrom (cluster-vars) will substitute at reconcile time:"
	substitutionFix  = "FIX: a SHELL expansion must be escaped `$${...}` (envsubst emits a literal `${...}`); bare `$VAR` / `$(cmd)` need no escaping. A genuine environment knob must be declared in clusters/base/cluster-vars.yaml and written bare `${KNOB}`. Contract: clusters/base/apps-vms.yaml."
)

// checkSubstitution refuses rendered text in which Flux would replace what is no
// cluster variable. All places are named, by their line in the text.
func checkSubstitution(file, text string, clusterVars []string) error {
	var findings []string
	line := 0
	for content := range strings.Lines(text) {
		line++
		for _, m := range expansion.FindAllStringSubmatch(content, -1) {
			if reason := expansionFault(len(m[1]), m[2], clusterVars); reason != "" {
				findings = append(findings, fmt.Sprintf("  line %d: %s -> %s", line, m[0], reason))
			}
		}
	}
	if len(findings) == 0 {
		return nil
	}
	return &DefinitionError{File: file, Message: fmt.Sprintf("%s: %s\n%s\n  %s",
		file, substitutionHead, strings.Join(findings, "\n"), substitutionFix)}
}

// expansionFault says why an expansion may not be written; "" if it may.
func expansionFault(dollars int, inner string, clusterVars []string) string {
	switch {
	case dollars%2 == 0:
		return ""
	case variableName.MatchString(inner):
		if slices.Contains(clusterVars, inner) {
			return ""
		}
		return fmt.Sprintf("'%s' is not a declared cluster-vars key — envsubst will replace it with the EMPTY STRING", inner)
	case strings.Contains(inner, "["):
		return "indexed expansion — envsubst hard-fails with 'missing closing brace' and the whole Kustomization stops reconciling"
	default:
		return "shell expansion (default-operator/parameter form) — envsubst eats it at reconcile time and STRICT mode exempts this form, so nothing else will catch it"
	}
}
