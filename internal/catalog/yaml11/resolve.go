package yaml11

import (
	"regexp"
	"strings"
)

// The tags of YAML 1.1 that a value can have.
const (
	tagNull      = "!!null"
	tagBool      = "!!bool"
	tagInt       = "!!int"
	tagFloat     = "!!float"
	tagStr       = "!!str"
	tagTimestamp = "!!timestamp"
	tagMerge     = "!!merge"
	tagValue     = "!!value"
	tagSeq       = "!!seq"
	tagMap       = "!!map"
)

// implicit is the type that a plain scalar gets by its text. The patterns are those
// of PyYAML's resolver; the first bytes are its index, which also keeps a text such
// as "Infinity" from being tried.
type implicit struct {
	tag     string
	first   string
	pattern *regexp.Regexp
}

var implicits = []implicit{
	{tagBool, "yYnNtTfFoO", regexp.MustCompile(`^(?:yes|Yes|YES|no|No|NO|true|True|TRUE|false|False|FALSE|on|On|ON|off|Off|OFF)$`)},
	{tagFloat, "-+0123456789.", regexp.MustCompile(`^(?:[-+]?(?:[0-9][0-9_]*)\.[0-9_]*(?:[eE][-+][0-9]+)?` +
		`|\.[0-9][0-9_]*(?:[eE][-+][0-9]+)?` +
		`|[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+\.[0-9_]*` +
		`|[-+]?\.(?:inf|Inf|INF)` +
		`|\.(?:nan|NaN|NAN))$`)},
	{tagInt, "-+0123456789", regexp.MustCompile(`^(?:[-+]?0b[0-1_]+` +
		`|[-+]?0[0-7_]+` +
		`|[-+]?(?:0|[1-9][0-9_]*)` +
		`|[-+]?0x[0-9a-fA-F_]+` +
		`|[-+]?[1-9][0-9_]*(?::[0-5]?[0-9])+)$`)},
	{tagMerge, "<", regexp.MustCompile(`^<<$`)},
	{tagNull, "~nN", regexp.MustCompile(`^(?:~|null|Null|NULL)$`)},
	{tagTimestamp, "0123456789", regexp.MustCompile(`^(?:[0-9]{4}-[0-9]{2}-[0-9]{2}` +
		`|[0-9]{4}-[0-9][0-9]?-[0-9][0-9]?(?:[Tt]|[ \t]+)[0-9][0-9]?:[0-9]{2}:[0-9]{2}(?:\.[0-9]*)?` +
		`(?:[ \t]*(?:Z|[-+][0-9][0-9]?(?::[0-9]{2})?))?)$`)},
	{tagValue, "=", regexp.MustCompile(`^=$`)},
}

// resolvePlain returns the tag of a scalar written without quotes and without a tag.
func resolvePlain(text string) string {
	if text == "" {
		return tagNull
	}
	for i := range implicits {
		if strings.IndexByte(implicits[i].first, text[0]) >= 0 && implicits[i].pattern.MatchString(text) {
			return implicits[i].tag
		}
	}
	return tagStr
}
