package kea

import "context"

// Classes gives all client classes, in the order in which the server evaluates them.
func (c *Client) Classes(ctx context.Context, family Family) ([]Class, error) {
	return listOfServer(ctx, c, family, "client-classes", classFrom)
}

// OptionDefinitions gives all definitions of options that the configuration has.
func (c *Client) OptionDefinitions(ctx context.Context, family Family) ([]OptionDefinition, error) {
	return listOfServer(ctx, c, family, "option-def", definitionFrom)
}

// listOfServer decodes a list at the top of the configuration.
func listOfServer[T any](ctx context.Context, c *Client, family Family, list string, from func(map[string]any) T) ([]T, error) {
	d, err := c.first(family).document(ctx)
	if err != nil {
		return nil, err
	}
	out := []T{}
	for _, raw := range mapsOf(d.tree[list]) {
		out = append(out, from(raw))
	}
	return out, nil
}
