package model

// filter is one entry of the server's lists of hardware addresses.
type filter struct {
	address     string // capitals with hyphens, a pattern ends in -*
	list        string // Allow, Deny
	description string
}
