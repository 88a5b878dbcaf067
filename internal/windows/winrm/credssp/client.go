package credssp

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"crypto/tls"
	"crypto/x509"
	"encoding/asn1"
	"errors"
	"fmt"
	"io"
)

// StatusError is the NTSTATUS with which a server refused.
type StatusError uint32

var statusNames = map[StatusError]string{
	0xC000006D: "logon failure", 0xC000006A: "wrong password", 0xC0000064: "no such user", 0xC0000022: "access denied",
	0xC000006E: "account restriction", 0xC0000071: "password expired", 0xC0000072: "account disabled", 0xC0000193: "account expired",
	0xC0000224: "password must be changed", 0xC0000234: "account locked out", 0xC000015B: "logon type not granted",
	0xC000005E: "no logon servers", 0xC0000192: "netlogon not started", 0xC0000418: "NTLM is blocked",
	0x80090305: "security package not found", 0x8009030C: "logon denied", 0x8009030F: "message altered",
}

func (e StatusError) Error() string {
	name := statusNames[e]
	if name == "" {
		name = "status"
	}
	return fmt.Sprintf("%s (%#08x)", name, uint32(e))
}

// Errors after which nothing may be sent to the peer.
var (
	// ErrBinding: the peer does not hold the key of the certificate it showed, or does
	// not know the user's password.
	ErrBinding = errors.New("the server did not prove that it holds the key of its certificate")
	// ErrVersion: the peer speaks only versions that can be relayed.
	ErrVersion = fmt.Errorf("the server speaks a CredSSP version below %d, which can be relayed (CVE-2018-0886)", MinVersion)
)

// Mechanism is the inner authentication: raw NTLM.
type Mechanism interface {
	// Start gives the first token.
	Start() ([]byte, error)
	// Answer takes the server's token and gives the last one.
	Answer(token []byte) ([]byte, error)
	// Wrap seals a text as signature and ciphertext.
	Wrap(plain []byte) ([]byte, error)
	// Unwrap opens what the peer sealed.
	Unwrap(sealed []byte) ([]byte, error)
}

// PublicKey is the part of a certificate that is bound: the content of its
// SubjectPublicKey bit string, not the whole SubjectPublicKeyInfo.
func PublicKey(cert *x509.Certificate) ([]byte, error) {
	var info struct {
		Algorithm asn1.RawValue
		Key       asn1.BitString
	}
	if rest, err := asn1.Unmarshal(cert.RawSubjectPublicKeyInfo, &info); err != nil || len(rest) > 0 || info.Key.BitLength%8 != 0 {
		return nil, errors.New("the key of the server's certificate cannot be read")
	}
	return info.Key.Bytes, nil
}

// Binding is the proof of the TLS key before it is sealed (MS-CSSP 3.1.5, version 5).
func Binding(fromServer bool, nonce, key []byte) []byte {
	direction := "Client-To-Server"
	if fromServer {
		direction = "Server-To-Client"
	}
	h := sha256.New()
	// A hash takes every write.
	_, _ = io.WriteString(h, "CredSSP "+direction+" Binding Hash\x00")
	h.Write(nonce)
	h.Write(key)
	return h.Sum(nil)
}

// Delegate authenticates on an established TLS connection and hands over the
// credentials. The last message is written, but nobody has answered it yet. The
// certificate must have been verified before: NTLM alone only proves that the server can
// have the user checked, which any member of the domain can.
func Delegate(conn *tls.Conn, mechanism Mechanism, credentials Credentials) error {
	certs := conn.ConnectionState().PeerCertificates
	if len(certs) == 0 {
		return errors.New("the server shows no certificate")
	}
	key, err := PublicKey(certs[0])
	if err != nil {
		return err
	}
	d := &delegation{conn: conn, mechanism: mechanism}
	challenge, err := d.negotiate()
	if err != nil {
		return err
	}
	if err := d.prove(challenge, key); err != nil {
		return err
	}
	plain, err := credentials.Marshal()
	if err != nil {
		return err
	}
	sealed, err := mechanism.Wrap(plain)
	clear(plain)
	if err != nil {
		return err
	}
	return d.send(Message{AuthInfo: sealed})
}

// delegation is one run of the protocol.
type delegation struct {
	conn      *tls.Conn
	mechanism Mechanism
	peer      int // version the server claimed
}

func (d *delegation) send(m Message) error {
	m.Version = Version
	b, err := m.Marshal()
	if err != nil {
		return err
	}
	_, err = d.conn.Write(b)
	return err
}

// receive reads a message. The error code comes first: some servers fill the rest with
// rubbish beside it.
func (d *delegation) receive() (*Message, error) {
	m, err := Read(d.conn)
	switch {
	case err != nil:
		return nil, err
	case m.ErrorCode != 0:
		return nil, StatusError(m.ErrorCode)
	case m.Version < MinVersion:
		return nil, ErrVersion
	case d.peer != 0 && m.Version != d.peer:
		return nil, fmt.Errorf("the server changed its CredSSP version from %d to %d", d.peer, m.Version)
	}
	d.peer = m.Version
	return m, nil
}

func (d *delegation) negotiate() (challenge []byte, err error) {
	token, err := d.mechanism.Start()
	if err != nil {
		return nil, err
	}
	if err := d.send(Message{Token: token}); err != nil {
		return nil, err
	}
	m, err := d.receive()
	if err != nil {
		return nil, err
	}
	if len(m.Token) == 0 {
		return nil, errors.New("the server sent no challenge")
	}
	return m.Token, nil
}

// prove exchanges the proofs of the TLS key, together with the last token.
func (d *delegation) prove(challenge, key []byte) error {
	token, err := d.mechanism.Answer(challenge)
	if err != nil {
		return err
	}
	nonce := make([]byte, 32)
	if _, err := rand.Read(nonce); err != nil {
		return err
	}
	proof, err := d.mechanism.Wrap(Binding(false, nonce, key))
	if err != nil {
		return err
	}
	if err := d.send(Message{Token: token, PubKeyAuth: proof, Nonce: nonce}); err != nil {
		return err
	}
	m, err := d.receive()
	if err != nil {
		return err
	}
	got, err := d.mechanism.Unwrap(m.PubKeyAuth)
	if err != nil || !hmac.Equal(got, Binding(true, nonce, key)) {
		return ErrBinding
	}
	return nil
}
