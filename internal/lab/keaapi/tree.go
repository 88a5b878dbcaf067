package keaapi

import (
	"encoding/json"
	"fmt"
)

func text(value any) string {
	s, _ := value.(string)
	return s
}

func tree(value any) map[string]any {
	m, _ := value.(map[string]any)
	return m
}

func list(value any) []any {
	l, _ := value.([]any)
	return l
}

func trees(value any) []map[string]any {
	var maps []map[string]any
	for _, item := range list(value) {
		if m := tree(item); m != nil {
			maps = append(maps, m)
		}
	}
	return maps
}

func number(value any) int64 {
	switch n := value.(type) {
	case json.Number:
		i, _ := n.Int64()
		return i
	case int:
		return int64(n)
	case int64:
		return n
	}
	return 0
}

// copied gives a deep copy, so that nobody shares a part of the state.
func copied(value any) any {
	switch v := value.(type) {
	case map[string]any:
		m := make(map[string]any, len(v))
		for key, item := range v {
			m[key] = copied(item)
		}
		return m
	case []any:
		l := make([]any, len(v))
		for i, item := range v {
			l[i] = copied(item)
		}
		return l
	case int:
		return json.Number(fmt.Sprint(v))
	}
	return value
}

func anyList(maps []map[string]any) []any {
	l := make([]any, 0, len(maps))
	for _, m := range maps {
		l = append(l, m)
	}
	return l
}

// withDefault sets members that are missing.
func withDefault(m map[string]any, defaults map[string]any) {
	for key, value := range defaults {
		if _, set := m[key]; !set {
			m[key] = copied(value)
		}
	}
}
