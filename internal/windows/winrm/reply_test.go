package winrm

import (
	"fmt"
	"strings"
	"testing"
)

// testReply is a reply to testMessage with the given body.
func testReply(action, body string) []byte {
	return fmt.Appendf(nil, `<s:Envelope xmlns:s="http://www.w3.org/2003/05/soap-envelope" xmlns:a="http://schemas.xmlsoap.org/ws/2004/08/addressing" xmlns:rsp="%s"><s:Header><a:Action>%s</a:Action><a:RelatesTo>uuid:1</a:RelatesTo></s:Header><s:Body>%s</s:Body></s:Envelope>`, nsShell, action, body)
}

var testMessage = &message{action: actionReceive, id: "uuid:1"}

func TestFaultShapes(t *testing.T) {
	fault := func(detail string) []byte {
		return testReply(faultAction, `<s:Fault><s:Code><s:Value>s:Receiver</s:Value><s:Subcode><s:Value>w:X</s:Value></s:Subcode></s:Code><s:Reason><s:Text>the reason</s:Text></s:Reason><s:Detail>`+detail+`</s:Detail></s:Fault>`)
	}
	for _, c := range []struct {
		name, detail string
		code         uint32
		kind         Kind
		text         string
	}{
		{"WSManFault", `<f:WSManFault xmlns:f="http://schemas.microsoft.com/wbem/wsman/1/wsmanfault" Code="5"><f:Message>Access  is
			denied.</f:Message></f:WSManFault>`, 5, KindFault, "Access is denied."},
		{"wrapped provider fault", `<f:WSManFault xmlns:f="urn:f" Code="995"><f:Message><f:ProviderFault path="x"><f:WSManFault Code="1"><f:Message>inner text</f:Message></f:WSManFault></f:ProviderFault></f:Message></f:WSManFault>`, 995, KindFault, "inner text"},
		{"WMI error", `<p:MSFT_WmiError xmlns:p="urn:p"><p:Message>too many</p:Message><p:error_Code>2150859173</p:error_Code></p:MSFT_WmiError>`, 2150859173, KindQuota, "too many"},
		{"plugin quota", `<f:WSManFault xmlns:f="urn:f" Code="2150859240"/>`, 2150859240, KindQuota, "the reason"},
		{"no detail", ``, 0, KindFault, "the reason"},
		{"code out of range", `<f:WSManFault xmlns:f="urn:f" Code="99999999999"/>`, 0, KindFault, "the reason"},
		{"control characters", `<f:WSManFault xmlns:f="urn:f" Code="1"><f:Message>a&#9;b&#13;&#10;c</f:Message></f:WSManFault>`, 1, KindFault, "a b c"},
		{"endless text", `<f:WSManFault xmlns:f="urn:f" Code="1"><f:Message>` + strings.Repeat("ü", 5000) + `</f:Message></f:WSManFault>`, 1, KindFault, strings.Repeat("ü", 400) + " …"},
	} {
		t.Run(c.name, func(t *testing.T) {
			env, err := parseReply(testMessage, fault(c.detail))
			if err != nil {
				t.Fatal(err)
			}
			e := env.Body.Fault.err(500)
			if e.Code != c.code || e.Kind != c.kind || e.Detail != c.text || e.Subcode != "w:X" {
				t.Errorf("got %+v", e)
			}
		})
	}
}

func TestRepliesThatAreRefused(t *testing.T) {
	good := testReply(actionReceive.uri()+"Response", `<rsp:ReceiveResponse/>`)
	if _, err := parseReply(testMessage, good); err != nil {
		t.Fatal(err)
	}
	for name, body := range map[string][]byte{
		"empty":           nil,
		"blank":           []byte("  \n"),
		"text":            []byte("Bad Request"),
		"HTML":            []byte("<html><body>hello</body></html>"),
		"cut":             good[:len(good)-5],
		"followed":        append(append([]byte{}, good...), "more"...),
		"twice":           append(append([]byte{}, good...), good...),
		"other action":    testReply(actionSend.uri()+"Response", ""),
		"other request":   []byte(strings.Replace(string(good), "uuid:1", "uuid:2", 1)),
		"other namespace": []byte(strings.Replace(string(good), "2003/05/soap-envelope", "2004/05/soap-envelope", 1)),
		"entity":          []byte(`<!DOCTYPE x [<!ENTITY e "x">]>` + strings.Replace(string(good), "<rsp:ReceiveResponse/>", "&e;", 1)),
	} {
		if _, err := parseReply(testMessage, body); err == nil {
			t.Errorf("%s: accepted", name)
		}
	}
}

func TestOutput(t *testing.T) {
	const done = `<rsp:CommandState CommandId="C" State="` + stateDone + `"><rsp:ExitCode>%s</rsp:ExitCode></rsp:CommandState>`
	for _, c := range []struct {
		name, body string
		want       string // of the output, "" means an error
		done       bool
	}{
		{"pieces", `<rsp:Stream Name="stdout" CommandId="C">YQ==</rsp:Stream><rsp:Stream Name="stderr" CommandId="C">Yg==</rsp:Stream><rsp:Stream Name="stdout" CommandId="C">Yw==</rsp:Stream>`, `ac/b/0`, false},
		{"done", `<rsp:Stream Name="stdout" CommandId="C" End="true"/>` + fmt.Sprintf(done, "3"), `//3`, true},
		{"id in other case", `<rsp:Stream Name="stdout" CommandId="c">YQ==</rsp:Stream>`, `a//0`, false},
		{"negative exit code", fmt.Sprintf(done, "-1073741510"), `//-1073741510`, true},
		{"large exit code", fmt.Sprintf(done, "3221225786"), `//3221225786`, true},
		{"no exit code", `<rsp:CommandState CommandId="C" State="` + stateDone + `"/>`, "", true},
		{"exit code that is none", fmt.Sprintf(done, "x"), "", true},
		{"output of another command", `<rsp:Stream Name="stdout" CommandId="D">YQ==</rsp:Stream>` + fmt.Sprintf(done, "0"), "", true},
		{"state of another command", strings.Replace(fmt.Sprintf(done, "0"), `"C"`, `"D"`, 1), "", true},
		{"damaged", `<rsp:Stream Name="stdout" CommandId="C">YQ=</rsp:Stream>`, "", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			env, err := parseReply(testMessage, testReply(actionReceive.uri()+"Response", `<rsp:ReceiveResponse>`+c.body+`</rsp:ReceiveResponse>`))
			if err != nil {
				t.Fatal(err)
			}
			out, err := env.output("C")
			got := fmt.Sprintf("%s/%s/%d", out.stdout, out.stderr, out.exitCode)
			if (err == nil) != (c.want != "") || err == nil && got != c.want || out.done != c.done {
				t.Errorf("got %s, done=%v, %v", got, out.done, err)
			}
		})
	}
}
