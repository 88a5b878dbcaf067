package winrm

import (
	"encoding/xml"
	"strings"
	"testing"
	"time"
)

func testBuilder() builder {
	return builder{url: "https://dhcp01:5986/wsman", timing: Config{}.withDefaults().Timing}
}

// TestMessages checks what a server reads out of each message.
func TestMessages(t *testing.T) {
	b := testBuilder()
	nasty := `powershell "a" <b> & ]]> %PATH% 'c'`
	for _, c := range []struct {
		message *message
		has     []string
	}{
		{b.create("S1"), []string{`<rsp:Shell ShellId="S1">`, "<rsp:IdleTimeOut>PT600.000S</rsp:IdleTimeOut>", `Name="WINRS_CODEPAGE">65001<`, "PT60.000S"}},
		{b.command("S1", "C1", nasty), []string{`<rsp:CommandLine CommandId="C1">`, `Name="WINRS_CONSOLEMODE_STDIN">FALSE<`, `Name="ShellId">S1<`}},
		{b.send("S1", "C1", []byte("hi"), false), []string{`<rsp:Stream Name="stdin" CommandId="C1">aGk=<`}},
		{b.send("S1", "C1", []byte("hi"), true), []string{`<rsp:Stream Name="stdin" CommandId="C1" End="true">aGk=<`}},
		{b.receive("S1", "C1", 20*time.Second), []string{`<rsp:DesiredStream CommandId="C1">stdout stderr<`, "PT20.000S"}},
		{b.terminate("S1", "C1"), []string{`<rsp:Signal CommandId="C1">`, "shell/signal/terminate"}},
		{b.delete("S1"), []string{"transfer/Delete", `Name="ShellId">S1<`}},
	} {
		text := string(c.message.body)
		for _, want := range append(c.has, c.message.id, c.message.action.uri(), "https://dhcp01:5986/wsman") {
			if !strings.Contains(text, want) {
				t.Errorf("%s lacks %s:\n%s", c.message.action, want, text)
			}
		}
	}
	var got struct {
		Line string `xml:"Body>CommandLine>Command"`
	}
	if err := xml.Unmarshal(b.command("S1", "C1", nasty).body, &got); err != nil || got.Line != nasty {
		t.Errorf("the command line arrives as %q, %v", got.Line, err)
	}
}

func TestMessageFitsItsEnvelope(t *testing.T) {
	chunk := make([]byte, Config{}.withDefaults().InputChunk)
	if got := len(testBuilder().send(newID(), newID(), chunk, true).body); got > maxEnvelope-4096 {
		t.Errorf("a full Send has %d bytes; sealing must still fit into %d", got, maxEnvelope)
	}
}
