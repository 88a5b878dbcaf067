package winrm

import (
	"encoding/xml"
	"fmt"
	"strconv"
	"strings"
)

// Fault codes this package acts on (MS-WSMV 2.2.4.43 and the WinRM error list).
const (
	codeAccessDenied       = 5
	codeBusy               = 170 // an earlier Send is still being worked on
	codeShellTimeout       = 1460
	codeNotFoundProgram    = 2147942402
	codeCommandTooLong     = 2147942606
	codeKeyMarked          = 2147943418 // registry key marked for deletion: the profile is being unloaded
	codeOperationTimeout   = 2150858793
	codeConcurrency        = 2150858802
	codeNotFound           = 2150858843 // shell or command
	codeMaxShells          = 2150859173
	codeMaxOperations      = 2150859174
	codeQuotaUser          = 2150859175
	codeQuotaSystem        = 2150859176
	codeMaxShellUsers      = 2150859179
	codeShellsNotAllowed   = 2150859180
	codeStreamDisconnected = 2150859230
	codePluginFirst        = 2150859236 // shells, users, plugin shells, operations,
	codePluginLast         = 2150859241 // operations of a user, commands of a shell
)

// soapFault is the body of a fault. The code stands in one of two shapes: newer hosts
// report quotas as an MSFT_WmiError instead of a WSManFault.
type soapFault struct {
	Code struct {
		Value   string `xml:"Value"`
		Subcode struct {
			Value string `xml:"Value"`
		} `xml:"Subcode"`
	} `xml:"Code"`
	Reason struct {
		Text string `xml:"Text"`
	} `xml:"Reason"`
	Detail struct {
		WSMan *struct {
			Code    string   `xml:"Code,attr"`
			Message textOnly `xml:"Message"`
		} `xml:"WSManFault"`
		WMI *struct {
			Code    string   `xml:"error_Code"`
			Message textOnly `xml:"Message"`
		} `xml:"MSFT_WmiError"`
	} `xml:"Detail"`
}

// textOnly is all text inside an element, however deep: a WSManFault may wrap a
// provider's fault whose text is the useful one.
type textOnly string

func (t *textOnly) UnmarshalXML(d *xml.Decoder, _ xml.StartElement) error {
	var b strings.Builder
	for depth := 1; depth > 0; {
		token, err := d.Token()
		if err != nil {
			return err
		}
		switch v := token.(type) {
		case xml.StartElement:
			depth++
		case xml.EndElement:
			depth--
			b.WriteByte(' ')
		case xml.CharData:
			b.Write(v)
		}
	}
	*t = textOnly(b.String())
	return nil
}

func (f *soapFault) code() uint32 {
	text := ""
	switch {
	case f.Detail.WSMan != nil:
		text = f.Detail.WSMan.Code
	case f.Detail.WMI != nil:
		text = f.Detail.WMI.Code
	}
	n, err := strconv.ParseUint(strings.TrimSpace(text), 10, 32)
	if err != nil {
		return 0
	}
	return uint32(n)
}

func (f *soapFault) message() string {
	if f.Detail.WSMan != nil {
		if text := clean(string(f.Detail.WSMan.Message)); text != "" {
			return text
		}
	}
	if f.Detail.WMI != nil {
		if text := clean(string(f.Detail.WMI.Message)); text != "" {
			return text
		}
	}
	if text := clean(f.Reason.Text); text != "" {
		return text
	}
	return "the server gave no reason"
}

// err turns a fault into an Error without an outcome: that depends on when it came.
func (f *soapFault) err(status int) *Error {
	code := f.code()
	e := &Error{
		Kind: KindFault, Code: code, Subcode: strings.TrimSpace(f.Code.Subcode.Value),
		Status: status, Detail: f.message(),
	}
	switch {
	case isQuota(code) || strings.HasSuffix(e.Subcode, ":QuotaLimit"):
		e.Kind, e.transient = KindQuota, true
		e.Advice = "Other tools share this limit of the account or server; lower max_concurrency or raise the limit (winrm get winrm/config)"
	case code == codeOperationTimeout:
		e.Kind, e.transient = KindTimeout, true
	case code == codeBusy, code == codeShellTimeout, code == codeConcurrency, code == codeKeyMarked,
		code == codeNotFound, code == codeStreamDisconnected:
		e.transient = true
	case code == codeAccessDenied:
		e.Advice = "The account needs membership in Remote Management Users or Administrators on the server"
	case code == codeShellsNotAllowed:
		e.Advice = "Remote shells are switched off on the server (winrm set winrm/config/winrs @{AllowRemoteShellAccess=\"true\"})"
	case code == codeNotFoundProgram, code == codeCommandTooLong:
		e.Detail = fmt.Sprintf("the server could not start the command: %s", e.Detail)
	}
	return e
}

func isQuota(code uint32) bool {
	switch code {
	case codeMaxShells, codeMaxOperations, codeQuotaUser, codeQuotaSystem, codeMaxShellUsers:
		return true
	}
	return code >= codePluginFirst && code <= codePluginLast
}
