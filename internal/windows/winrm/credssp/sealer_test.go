package credssp

import (
	"bytes"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/binary"
	"errors"
	"math/big"
	"net"
	"strings"
	"testing"
	"time"
)

// end is one end of a TLS connection: a pipe during the handshake, in memory afterwards.
type end struct {
	MemoryConn
	pipe    net.Conn
	in, out bytes.Buffer
}

func (e *end) Read(b []byte) (int, error) {
	if e.pipe != nil {
		return e.pipe.Read(b)
	}
	if e.in.Len() == 0 {
		return 0, ErrNoMore
	}
	return e.in.Read(b)
}

func (e *end) Write(b []byte) (int, error) {
	if e.pipe != nil {
		return e.pipe.Write(b)
	}
	return e.out.Write(b)
}

func (e *end) Put(b []byte) { e.in.Write(b) }
func (e *end) Unread() int  { return e.in.Len() }
func (e *end) Take() []byte {
	b := bytes.Clone(e.out.Bytes())
	e.out.Reset()
	return b
}

func testCertificate(tb testing.TB) tls.Certificate {
	tb.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		tb.Fatal(err)
	}
	template := &x509.Certificate{SerialNumber: big.NewInt(1), NotAfter: time.Now().Add(time.Hour)}
	der, err := x509.CreateCertificate(rand.Reader, template, template, key.Public(), key)
	if err != nil {
		tb.Fatal(err)
	}
	return tls.Certificate{Certificate: [][]byte{der}, PrivateKey: key}
}

// sealers are the two ends of a connection after its handshake.
func sealers(tb testing.TB, suite uint16, dynamic bool) (client, server *Sealer) {
	tb.Helper()
	a, b := &end{}, &end{}
	a.pipe, b.pipe = net.Pipe()
	config := &tls.Config{
		Certificates: []tls.Certificate{testCertificate(tb)}, InsecureSkipVerify: true, MaxVersion: tls.VersionTLS12,
		CipherSuites: []uint16{suite}, DynamicRecordSizingDisabled: !dynamic,
	}
	client, server = &Sealer{tls.Client(a, config), a}, &Sealer{tls.Server(b, config), b}
	done := make(chan error, 1)
	go func() { done <- server.Conn.HandshakeContext(tb.Context()) }()
	if err := errors.Join(client.Conn.HandshakeContext(tb.Context()), <-done); err != nil {
		tb.Fatal(err)
	}
	a.pipe, b.pipe = nil, nil
	return client, server
}

const testSuite = tls.TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384

func TestSealAndOpen(t *testing.T) {
	client, server := sealers(t, testSuite, false)
	for _, size := range []int{1, 100, partSize - 1, partSize, partSize + 1, 400_000} {
		plain := make([]byte, size)
		if _, err := rand.Read(plain); err != nil {
			t.Fatal(err)
		}
		kind, body, err := client.Seal(plain)
		if err != nil {
			t.Fatal(err)
		}
		if want := "multipart/encrypted;"; size <= partSize && !strings.HasPrefix(kind, want) {
			t.Errorf("%d bytes: content type %q", size, kind)
		}
		if want := "multipart/x-multi-encrypted;"; size > partSize && !strings.HasPrefix(kind, want) {
			t.Errorf("%d bytes: content type %q", size, kind)
		}
		if got, err := server.Open(kind, body, 1<<20); err != nil || !bytes.Equal(got, plain) {
			t.Errorf("%d bytes: %d came back, %v", size, len(got), err)
		}
	}
}

// TestTrailer compares the length of a record's trailer with what it consists of: the
// tag of an AEAD cipher, or a MAC and padding to blocks of 16. Some servers refuse a
// message where it is wrong.
func TestTrailer(t *testing.T) {
	macs := map[uint16]int{
		tls.TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256: 0, tls.TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384: 0,
		tls.TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256: 0,
		tls.TLS_ECDHE_ECDSA_WITH_AES_128_CBC_SHA:          20, tls.TLS_ECDHE_ECDSA_WITH_AES_256_CBC_SHA: 20,
		tls.TLS_ECDHE_ECDSA_WITH_AES_128_CBC_SHA256: 32,
	}
	for suite, mac := range macs {
		t.Run(tls.CipherSuiteName(suite), func(t *testing.T) {
			client, server := sealers(t, suite, false)
			for n := 1; n < 70; n++ {
				kind, body, err := client.Seal(make([]byte, n))
				if err != nil {
					t.Fatal(err)
				}
				at := bytes.Index(body, []byte("octet-stream\r\n")) + len("octet-stream\r\n")
				want := 16
				if mac > 0 {
					want = mac + 16 - (n+mac)%16
				}
				if got := int(binary.LittleEndian.Uint32(body[at:])); got != want {
					t.Errorf("%d bytes: trailer %d, want %d", n, got, want)
				}
				if _, err := server.Open(kind, body, 1000); err != nil {
					t.Fatal(err)
				}
			}
		})
	}
}

// TestOneRecordPerPart shows why dynamic record sizes are switched off.
func TestOneRecordPerPart(t *testing.T) {
	client, _ := sealers(t, testSuite, true)
	if _, _, err := client.Seal(make([]byte, partSize)); err == nil {
		t.Error("a part of several records was sent")
	}
}

// spoiledMessages are messages that must not be accepted, each made from a good one.
var spoiledMessages = map[string]func(body string) string{
	"empty":               func(string) string { return "" },
	"no boundary":         func(b string) string { return b[10:] },
	"no end":              func(b string) string { return strings.TrimSuffix(b, boundary+"--\r\n") },
	"something after end": func(b string) string { return b + "x" },
	"length too small":    func(b string) string { return strings.Replace(b, "Length=5", "Length=4", 1) },
	"length too large":    func(b string) string { return strings.Replace(b, "Length=5", "Length=6", 1) },
	"length negative":     func(b string) string { return strings.Replace(b, "Length=5", "Length=-5", 1) },
	"length of a part":    func(b string) string { return strings.Replace(b, "Length=5", "Length=99999", 1) },
	"no length":           func(b string) string { return strings.Replace(b, "Length=5", "", 1) },
	"other protocol":      func(b string) string { return strings.Replace(b, "CredSSP", "SPNEGO", 1) },
	"cut record":          func(b string) string { return b[:len(b)-40] },
	"flipped bit": func(b string) string {
		at := len(b) - len(boundary) - 10
		return b[:at] + string(b[at]^1) + b[at+1:]
	},
}

func TestOpenRefuses(t *testing.T) {
	for name, spoil := range spoiledMessages {
		t.Run(name, func(t *testing.T) {
			client, server := sealers(t, testSuite, false)
			kind, body, err := client.Seal([]byte("hello"))
			if err != nil {
				t.Fatal(err)
			}
			if got, err := server.Open(kind, []byte(spoil(string(body))), 1000); err == nil {
				t.Errorf("accepted as %q", got)
			}
		})
	}
	client, server := sealers(t, testSuite, false)
	kind, body, err := client.Seal(make([]byte, 2000))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := server.Open(kind, body, 1999); err == nil {
		t.Error("a message over the limit was accepted")
	}
	if _, err := server.Open("application/soap+xml", body, 2000); !errors.Is(err, ErrNotSealed) {
		t.Errorf("in clear: %v", err)
	}
}

func TestReplayIsRefused(t *testing.T) {
	client, server := sealers(t, testSuite, false)
	kind, body, err := client.Seal([]byte("hello"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := server.Open(kind, body, 1000); err != nil {
		t.Fatal(err)
	}
	if _, err := server.Open(kind, body, 1000); err == nil {
		t.Error("a replayed message was accepted")
	}
}

func FuzzOpen(f *testing.F) {
	client, _ := sealers(f, testSuite, false)
	kind, body, err := client.Seal([]byte("hello"))
	if err != nil {
		f.Fatal(err)
	}
	f.Add(body)
	for _, spoil := range spoiledMessages {
		f.Add([]byte(spoil(string(body))))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		_, server := sealers(t, testSuite, false)
		if got, err := server.Open(kind, b, 1<<20); err == nil && len(got) > 0 {
			t.Errorf("rubbish was opened as %q", got)
		}
	})
}
