package winrm

import (
	"encoding/binary"
	"net/http"
	"testing"
)

// FuzzReply feeds replies of a server to everything that reads them.
func FuzzReply(f *testing.F) {
	f.Add(testReply(actionReceive.uri()+"Response", `<rsp:ReceiveResponse><rsp:Stream Name="stdout" CommandId="C">YQ==</rsp:Stream><rsp:CommandState CommandId="C" State="`+stateDone+`"><rsp:ExitCode>0</rsp:ExitCode></rsp:CommandState></rsp:ReceiveResponse>`))
	f.Add(testReply(faultAction, `<s:Fault><s:Detail><f:WSManFault xmlns:f="urn:f" Code="5"><f:Message>no</f:Message></f:WSManFault></s:Detail></s:Fault>`))
	f.Fuzz(func(t *testing.T, body []byte) {
		env, err := parseReply(testMessage, body)
		if err != nil {
			return
		}
		if env.Body == nil {
			t.Fatal("a reply without body was accepted")
		}
		if env.Body.Fault != nil {
			if e := env.Body.Fault.err(500); e.Detail == "" || len([]rune(e.Detail)) > 500 {
				t.Errorf("a fault became %q", e.Detail)
			}
			return
		}
		if id, err := env.shellID(); err == nil && id == "" {
			t.Error("a shell without id")
		}
		if id, err := env.commandID(); err == nil && id == "" {
			t.Error("a command without id")
		}
		if out, err := env.output("C"); err == nil && out.done && env.Body.Receive.State.ExitCode == nil {
			t.Error("an end without exit code was accepted")
		}
	})
}

// FuzzSealedReply feeds encrypted replies to the parser of their form.
func FuzzSealedReply(f *testing.F) {
	f.Add(spnegoSealed.pack(5, make([]byte, 16), []byte("hello")))
	f.Add([]byte(boundary + "\r\n\tContent-Type: application/HTTP-SPNEGO-session-encrypted\r\n\tOriginalContent: type=" + soapType + ";Length=-1\r\n" + boundary + "\r\nContent-Type: application/octet-stream\r\n\x10\x00\x00\x00"))
	f.Fuzz(func(t *testing.T, body []byte) {
		r := &reply{status: 200, header: http.Header{"Content-Type": {spnegoSealed.contentType()}}, body: body}
		signature, text, err := spnegoSealed.unpack(r)
		if err == nil && (len(signature) != 16 || len(text) > len(body)) {
			t.Errorf("%d bytes of signature, %d of text", len(signature), len(text))
		}
	})
}

// FuzzNTLMChallenge feeds challenges to the client's side of NTLM, which must neither
// panic nor accept one without security flags.
func FuzzNTLMChallenge(f *testing.F) {
	f.Add(testChallenge(ntlmNeeded | 1<<23))
	f.Add(testChallenge(ntlmNeeded &^ ntlmSeal))
	f.Add([]byte("NTLMSSP\x00\x02\x00\x00\x00"))
	f.Fuzz(func(t *testing.T, message []byte) {
		client, _, err := startNTLM(`LAB\svc`, "secret")
		if err != nil {
			t.Fatal(err)
		}
		token, err := answerNTLM(client, message, []byte("binding"))
		if err != nil {
			return
		}
		if flags := binary.LittleEndian.Uint32(message[20:]); flags&ntlmNeeded != ntlmNeeded {
			t.Errorf("flags %#08x were accepted", flags)
		}
		if len(token) < 88 || client.SecuritySession() == nil {
			t.Error("an answer without session")
		}
	})
}

// testChallenge is a CHALLENGE with the given flags and two names of the target.
func testChallenge(flags uint32) []byte {
	info := []byte{2, 0, 6, 0, 'L', 0, 'A', 0, 'B', 0, 7, 0, 8, 0, 1, 2, 3, 4, 5, 6, 7, 8, 0, 0, 0, 0}
	m := make([]byte, 48, 48+len(info))
	copy(m, "NTLMSSP\x00\x02")
	binary.LittleEndian.PutUint32(m[16:], 48)
	binary.LittleEndian.PutUint32(m[20:], flags)
	copy(m[24:], "12345678")
	binary.LittleEndian.PutUint16(m[40:], uint16(len(info)))
	binary.LittleEndian.PutUint16(m[42:], uint16(len(info)))
	binary.LittleEndian.PutUint32(m[44:], 48)
	return append(m, info...)
}

// FuzzAuthenticateHeader feeds WWW-Authenticate headers to their readers.
func FuzzAuthenticateHeader(f *testing.F) {
	for _, s := range []string{"Negotiate", "Negotiate TlRMTVNTUAA=", `Basic realm="WSMAN", Negotiate`, "Kerberos, CredSSP AAAA", ", ,=,"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, value string) {
		h := http.Header{"Www-Authenticate": {value}}
		for _, name := range offered(h) {
			if name == "" || clean(name) != name {
				t.Errorf("offered %q", name)
			}
		}
		if offer, token, err := challenge(h, "Negotiate"); !offer && (token != nil || err != nil) {
			t.Error("a token that was not offered")
		}
	})
}
