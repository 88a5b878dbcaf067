package kea

import (
	"errors"
	"slices"
)

// applyAll applies edits to a configuration and gives those that succeeded, in their
// order. An edit whose address another reservation still holds is tried again after the
// others; those that hold each other's addresses are applied together.
func applyAll(d *document, edits []*edit, indexes []int, errs []error) []int {
	var accepted []int
	open := indexes
	for progress := true; progress && len(open) > 0; {
		progress = false
		var held []int
		for _, i := range open {
			err := edits[i].apply(d, false)
			errs[i] = err
			var conflict *heldError
			switch {
			case err == nil:
				accepted = append(accepted, i)
				progress = true
			case errors.As(err, &conflict):
				held = append(held, i)
			}
		}
		open = held
	}
	for _, circle := range circles(edits, open, errs) {
		for _, i := range circle {
			errs[i] = edits[i].apply(d, true)
			if errs[i] == nil {
				accepted = append(accepted, i)
			}
		}
	}
	return inOrder(indexes, accepted)
}

func inOrder(indexes, accepted []int) []int {
	set := make(map[int]bool, len(accepted))
	for _, i := range accepted {
		set[i] = true
	}
	var ordered []int
	for _, i := range indexes {
		if set[i] {
			ordered = append(ordered, i)
		}
	}
	return ordered
}

// circles finds groups of edits in which each wants what the next one gives up.
func circles(edits []*edit, held []int, errs []error) [][]int {
	byKey := map[ReservationKey]int{}
	for _, i := range held {
		if edits[i].frees {
			byKey[edits[i].key] = i
		}
	}
	var found [][]int
	used := map[int]bool{}
	for _, start := range held {
		var circle []int
		for i, ok := start, true; ok && !used[i] && !slices.Contains(circle, i); {
			circle = append(circle, i)
			var conflict *heldError
			if !errors.As(errs[i], &conflict) {
				break
			}
			i, ok = byKey[conflict.holder]
			if ok && i == start {
				found = append(found, circle)
				for _, member := range circle {
					used[member] = true
				}
				break
			}
		}
	}
	return found
}
