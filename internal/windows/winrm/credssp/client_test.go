package credssp

import (
	"bytes"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"io"
	"net"
	"testing"
)

// plainMechanism authenticates nobody and seals by a mark: enough to see what CredSSP
// does around a mechanism.
type plainMechanism struct{}

var mark = []byte("sealed:")

func (plainMechanism) Start() ([]byte, error)        { return []byte("hello"), nil }
func (plainMechanism) Answer([]byte) ([]byte, error) { return []byte("answer"), nil }
func (plainMechanism) Wrap(plain []byte) ([]byte, error) {
	return append(bytes.Clone(mark), plain...), nil
}

func (plainMechanism) Unwrap(sealed []byte) ([]byte, error) {
	plain, ok := bytes.CutPrefix(sealed, mark)
	if !ok {
		return nil, errors.New("not sealed")
	}
	return plain, nil
}

// serve is a server that holds to the protocol. It gives the credentials it got.
func serve(raw net.Conn, cert tls.Certificate) (Credentials, error) {
	defer func() { _ = raw.Close() }()
	conn := tls.Server(raw, &tls.Config{Certificates: []tls.Certificate{cert}})
	leaf, err := x509.ParseCertificate(cert.Certificate[0])
	if err != nil {
		return Credentials{}, err
	}
	key, err := PublicKey(leaf)
	if err != nil {
		return Credentials{}, err
	}
	send := func(m Message) error {
		m.Version = Version
		b, err := m.Marshal()
		if err == nil {
			_, err = conn.Write(b)
		}
		return err
	}
	if _, err := Read(conn); err != nil {
		return Credentials{}, err
	}
	if err := send(Message{Token: []byte("challenge")}); err != nil {
		return Credentials{}, err
	}
	m, err := Read(conn)
	if err != nil {
		return Credentials{}, err
	}
	got, err := plainMechanism{}.Unwrap(m.PubKeyAuth)
	if err != nil || !bytes.Equal(got, Binding(false, m.Nonce, key)) {
		return Credentials{}, errors.Join(ErrBinding, send(Message{ErrorCode: 0x8009030F}))
	}
	proof, _ := plainMechanism{}.Wrap(Binding(true, m.Nonce, key))
	if err := send(Message{PubKeyAuth: proof}); err != nil {
		return Credentials{}, err
	}
	if m, err = Read(conn); err != nil {
		return Credentials{}, err
	}
	plain, err := plainMechanism{}.Unwrap(m.AuthInfo)
	if err != nil {
		return Credentials{}, err
	}
	return ParseCredentials(plain)
}

// relay passes messages between a client, to which it shows its own certificate, and a
// server. It counts the client's messages.
func relay(toClient, toServer net.Conn, cert tls.Certificate) (passed int) {
	defer func() { _, _ = toClient.Close(), toServer.Close() }()
	client := tls.Server(toClient, &tls.Config{Certificates: []tls.Certificate{cert}})
	server := tls.Client(toServer, &tls.Config{InsecureSkipVerify: true})
	pass := func(to io.Writer, from io.Reader) bool {
		m, err := Read(from)
		if err != nil {
			return false
		}
		b, err := m.Marshal()
		if err == nil {
			_, err = to.Write(b)
		}
		return err == nil
	}
	for pass(server, client) {
		passed++
		if !pass(client, server) {
			break
		}
	}
	return passed
}

type served struct {
	credentials Credentials
	err         error
}

var testCredentials = Credentials{"LAB", "svc", "secret"}

func TestDelegate(t *testing.T) {
	a, b := net.Pipe()
	cert := testCertificate(t)
	done := make(chan served, 1)
	go func() {
		c, err := serve(b, cert)
		done <- served{c, err}
	}()
	conn := tls.Client(a, &tls.Config{InsecureSkipVerify: true})
	if err := errors.Join(conn.HandshakeContext(t.Context()), Delegate(conn, plainMechanism{}, testCredentials)); err != nil {
		t.Fatal(err)
	}
	if got := <-done; got.err != nil || got.credentials != testCredentials {
		t.Errorf("the server got %+v", got)
	}
	if err := a.Close(); err != nil {
		t.Error(err)
	}
}

// TestRelayIsRefused: a man in the middle passes everything on, but has another key. The
// server notices, and the credentials do not leave.
func TestRelayIsRefused(t *testing.T) {
	clientEnd, relayToClient := net.Pipe()
	relayToServer, serverEnd := net.Pipe()
	own, other := testCertificate(t), testCertificate(t)
	done, passed := make(chan served, 1), make(chan int, 1)
	go func() {
		c, err := serve(serverEnd, own)
		done <- served{c, err}
	}()
	go func() { passed <- relay(relayToClient, relayToServer, other) }()
	conn := tls.Client(clientEnd, &tls.Config{InsecureSkipVerify: true})
	if err := conn.HandshakeContext(t.Context()); err != nil {
		t.Fatal(err)
	}
	var status StatusError
	if err := Delegate(conn, plainMechanism{}, testCredentials); !errors.As(err, &status) || status != 0x8009030F {
		t.Errorf("the client says %v", err)
	}
	if err := clientEnd.Close(); err != nil {
		t.Error(err)
	}
	if got := <-done; !errors.Is(got.err, ErrBinding) {
		t.Errorf("the server says %v", got.err)
	}
	if n := <-passed; n != 2 {
		t.Errorf("the client sent %d messages, want 2: credentials are the third", n)
	}
}
