package windows

import "context"

var settingColumns = []string{"IsDomainJoined", "IsAuthorized", "ConflictDetectionAttempts", "ActivatePolicies"}

// ServerInfo is what a DHCP server is, and whether the provider can manage it.
type ServerInfo struct {
	Server         string // as the configuration names it
	Version        string // of the DHCP service: 10.0 from Windows Server 2016 on
	PowerShell     string
	LanguageMode   string   // FullLanguage is needed
	Module         string   // version of the module DhcpServer; "" when it is missing
	MissingCmdlets []string // cmdlets that the provider knows and the server does not have

	DomainJoined              bool
	Authorized                bool // the directory lets it serve; true for a server in no domain
	ConflictDetectionAttempts int64
	ActivatePolicies          bool

	Ready      bool
	Reason     string // why it is not ready
	ReasonKind Kind
}

func (i *ServerInfo) decodeSetting(row Row) {
	d := decoder{row: row}
	i.DomainJoined, i.Authorized = d.flag("IsDomainJoined"), d.flag("IsAuthorized")
	i.ConflictDetectionAttempts, i.ActivatePolicies = d.number("ConflictDetectionAttempts"), d.flag("ActivatePolicies")
}

// ServerInfo looks at the server anew. A server that cannot be managed is an answer, not
// an error: Ready is false and Reason tells why. The error is that of the caller's context.
func (c *Client) ServerInfo(ctx context.Context) (ServerInfo, error) {
	select {
	case c.slots <- struct{}{}:
		defer func() { <-c.slots }()
	case <-ctx.Done():
		return ServerInfo{}, c.cancelledWhile(ctx, phaseSlot)
	}
	info, err := c.probe(ctx)
	if err != nil && ctx.Err() != nil {
		return ServerInfo{}, c.cancelledWhile(ctx, phaseRead)
	}
	return info, nil
}
