package credssp

import (
	"bytes"
	"encoding/hex"
	"testing"
)

// recorded is what a Windows Server 2012 R2 answered to CredSSP over WinRM: version 3
// with a raw NTLM challenge (from github.com/jborean93/pypsrp/pull/16).
const recorded = "30820106a003020103a181fe3081fb3081f8a081f50481f24e544c4d53535000020000000800080038000000368289e267981820d89df3780000000000000000b200b20040000000060380250000000f504f443531564d4d0200100070006f0064003500310076006d006d0001000e005300430056004d004d00300031000400200070006f0064003500310076006d006d002e006100630069002e006c0061006200030030007300630076006d006d00300031002e0070006f0064003500310076006d006d002e006100630069002e006c00610062000500200070006f0064003500310076006d006d002e006100630069002e006c0061006200070008007c04ef28c16cd40100000000"

func unhex(t *testing.T, s string) []byte {
	t.Helper()
	b, err := hex.DecodeString(s)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func TestRecordedMessage(t *testing.T) {
	want := unhex(t, recorded)
	m, err := Read(bytes.NewReader(want))
	if err != nil || m.Version != 3 || !bytes.HasPrefix(m.Token, []byte("NTLMSSP\x00\x02")) {
		t.Fatalf("got %+v, %v", m, err)
	}
	got, err := m.Marshal()
	if err != nil || !bytes.Equal(got, want) {
		t.Errorf("our encoding differs from Windows': %x, %v", got, err)
	}
}

var testNonce = func() []byte {
	b := make([]byte, 32)
	for i := range b {
		b[i] = byte(i)
	}
	return b
}()

// TestEncodings compares with an implementation that was run against FreeRDP and
// pyspnego.
func TestEncodings(t *testing.T) {
	for name, c := range map[string]struct {
		message Message
		want    string
	}{
		"error code": {Message{Version: 6, ErrorCode: 0xC000006D}, "300da003020106a4060204c000006d"},
		"proof": {Message{Version: 6, Token: []byte("NTLM"), PubKeyAuth: []byte{1}, Nonce: testNonce},
			"303ca003020106a10c300a3008a00604044e544c4da303040101a5220420000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f"},
	} {
		got, err := c.message.Marshal()
		if err != nil || !bytes.Equal(got, unhex(t, c.want)) {
			t.Errorf("%s: %x, %v", name, got, err)
		}
		back, err := Parse(got)
		if err != nil || back.ErrorCode != c.message.ErrorCode || !bytes.Equal(back.Nonce, c.message.Nonce) || !bytes.Equal(back.Token, c.message.Token) {
			t.Errorf("%s: back %+v, %v", name, back, err)
		}
	}
	credentials := Credentials{"LAB", "svc", "Pä€"}
	want := unhex(t, "3029a003020101a1220420301ea00804064c0041004200a1080406730076006300a20804065000e400ac20")
	got, err := credentials.Marshal()
	if err != nil || !bytes.Equal(got, want) {
		t.Errorf("credentials: %x, %v", got, err)
	}
	if back, err := ParseCredentials(want); err != nil || back != credentials {
		t.Errorf("credentials: back %+v, %v", back, err)
	}
	for fromServer, want := range map[bool]string{
		false: "b92285e6ad9a72f5ada0cd4572d2f790ade3b0b03cd7c0b41a1f3296ecbb9755",
		true:  "8079f17d1ab3a144d32352a02d0efb43a7c7df26016b9af0e37c5f205027f4f9",
	} {
		if got := Binding(fromServer, testNonce, []byte("0key")); !bytes.Equal(got, unhex(t, want)) {
			t.Errorf("binding, from server %v: %x", fromServer, got)
		}
	}
}

func TestUnsignedErrorCode(t *testing.T) {
	m, err := Parse(unhex(t, "300ea003020106a407020500c000006d"))
	if err != nil || m.ErrorCode != 0xC000006D {
		t.Errorf("got %+v, %v", m, err)
	}
}

func TestReadRefuses(t *testing.T) {
	for name, b := range map[string]string{
		"empty": "", "not a sequence": "0400", "cut": recorded[:100], "no length": "3080",
		"five bytes of length": "30850000000001", "too large": "3083010001", "garbage inside": "3003ffffff",
	} {
		if m, err := Read(bytes.NewReader(unhex(t, b))); err == nil {
			t.Errorf("%s: read %+v", name, m)
		}
	}
}

func FuzzMessage(f *testing.F) {
	for _, s := range []string{recorded, "300da003020106a4060204c000006d", "300ea003020106a407020500c000006d"} {
		b, err := hex.DecodeString(s)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(b)
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		m, err := Read(bytes.NewReader(b))
		if err != nil {
			return
		}
		again, err := m.Marshal()
		if err != nil {
			t.Fatalf("%+v cannot be written: %v", m, err)
		}
		if back, err := Parse(again); err != nil || back.ErrorCode != m.ErrorCode || !bytes.Equal(back.Token, m.Token) {
			t.Fatalf("%+v became %+v, %v", m, back, err)
		}
	})
}

func FuzzCredentials(f *testing.F) {
	b, err := Credentials{"LAB", "svc", "secret"}.Marshal()
	if err != nil {
		f.Fatal(err)
	}
	f.Add(b)
	f.Fuzz(func(_ *testing.T, b []byte) {
		// It must not panic; what it makes of rubbish does not matter.
		_, _ = ParseCredentials(b)
	})
}
