package sitevalues

// merge lays the layers over one another as Helm does with several -f: maps are
// merged key by key to any depth, everything else, lists and null included, replaces
// the earlier value whole. The layers are not changed.
func merge(layers ...map[string]any) map[string]any {
	out := map[string]any{}
	for _, layer := range layers {
		mergeInto(out, layer)
	}
	return prune(out).(map[string]any)
}

func mergeInto(dst, src map[string]any) {
	for key, value := range src {
		over, isMap := value.(map[string]any)
		if !isMap {
			dst[key] = value
			continue
		}
		// A fresh map in any case: dst must never hold a map of a layer, which the next
		// layer's keys would be written into.
		merged, wasMap := dst[key].(map[string]any)
		if !wasMap {
			merged = make(map[string]any, len(over))
			dst[key] = merged
		}
		mergeInto(merged, over)
	}
}

// prune returns the value without the map keys that hold null, in maps inside lists
// as well. A null that is an element of a list stays.
func prune(value any) any {
	switch value := value.(type) {
	case map[string]any:
		out := make(map[string]any, len(value))
		for key, v := range value {
			if v != nil {
				out[key] = prune(v)
			}
		}
		return out
	case []any:
		out := make([]any, len(value))
		for i, v := range value {
			out[i] = prune(v)
		}
		return out
	default:
		return value
	}
}
