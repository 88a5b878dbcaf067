// Package credssp speaks CredSSP (MS-CSSP) over a TLS connection: it proves to the
// server that the user is known, checks that the server holds the key of its
// certificate, and only then hands over the user's password, with which the server can
// reach further machines.
//
// Only versions 5 and 6 are spoken. Older ones bind the TLS key without a nonce and can
// be relayed (CVE-2018-0886).
package credssp

import (
	"encoding/asn1"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"unicode/utf16"
)

// Versions of the protocol.
const (
	Version    = 6 // what this package says it speaks
	MinVersion = 5 // the first that binds with a nonce
)

// maxMessage bounds a message; real ones have one or two kilobytes.
const maxMessage = 64 << 10

// Message is a TSRequest (MS-CSSP 2.2.1), the only message of the protocol. Empty fields
// are absent.
type Message struct {
	Version    int
	Token      []byte // of the inner authentication, the first of negoTokens
	AuthInfo   []byte // sealed credentials
	PubKeyAuth []byte // sealed proof of the TLS key
	ErrorCode  uint32 // NTSTATUS of the server
	Nonce      []byte // 32 bytes
}

// tsRequest is Message as ASN.1 has it; all tags are explicit.
type tsRequest struct {
	Version    int         `asn1:"explicit,tag:0"`
	Tokens     []negoToken `asn1:"explicit,optional,tag:1"`
	AuthInfo   []byte      `asn1:"explicit,optional,tag:2"`
	PubKeyAuth []byte      `asn1:"explicit,optional,tag:3"`
	ErrorCode  int64       `asn1:"explicit,optional,tag:4"`
	Nonce      []byte      `asn1:"explicit,optional,tag:5"`
}

type negoToken struct {
	Token []byte `asn1:"explicit,tag:0"`
}

// Marshal encodes a message as Windows does.
func (m *Message) Marshal() ([]byte, error) {
	r := tsRequest{Version: m.Version, AuthInfo: m.AuthInfo, PubKeyAuth: m.PubKeyAuth, ErrorCode: int64(int32(m.ErrorCode)), Nonce: m.Nonce}
	if len(m.Token) > 0 {
		r.Tokens = []negoToken{{m.Token}}
	}
	return asn1.Marshal(r)
}

// Parse decodes a message. An error code may be a negative number of 32 bits or a
// positive one of 33.
func Parse(b []byte) (*Message, error) {
	var r tsRequest
	rest, err := asn1.Unmarshal(b, &r)
	if err != nil {
		return nil, fmt.Errorf("malformed CredSSP message: %w", err)
	}
	if len(rest) > 0 {
		return nil, errors.New("malformed CredSSP message: bytes after its end")
	}
	m := &Message{Version: r.Version, AuthInfo: r.AuthInfo, PubKeyAuth: r.PubKeyAuth, ErrorCode: uint32(r.ErrorCode), Nonce: r.Nonce}
	if len(r.Tokens) > 0 {
		m.Token = r.Tokens[0].Token
	}
	return m, nil
}

// Read takes exactly one message from a stream: a message has no length but that of its
// ASN.1 sequence.
func Read(r io.Reader) (*Message, error) {
	head := make([]byte, 2, 6)
	if _, err := io.ReadFull(r, head); err != nil {
		return nil, err
	}
	if head[0] != 0x30 {
		return nil, errors.New("malformed CredSSP message: not a sequence")
	}
	length := int(head[1])
	if head[1] >= 0x80 {
		size := int(head[1] & 0x7f)
		if size == 0 || size > 4 {
			return nil, errors.New("malformed CredSSP message: length")
		}
		head = head[:2+size]
		if _, err := io.ReadFull(r, head[2:]); err != nil {
			return nil, err
		}
		length = 0
		for _, b := range head[2:] {
			length = length<<8 | int(b)
		}
	}
	if length > maxMessage {
		return nil, fmt.Errorf("a CredSSP message of %d bytes is too large", length)
	}
	b := append(head, make([]byte, length)...)
	if _, err := io.ReadFull(r, b[len(head):]); err != nil {
		return nil, err
	}
	return Parse(b)
}

// Credentials are what the server receives in the end.
type Credentials struct{ Domain, User, Password string }

type tsCredentials struct {
	Type        int    `asn1:"explicit,tag:0"`
	Credentials []byte `asn1:"explicit,tag:1"`
}

type tsPasswordCreds struct {
	Domain   []byte `asn1:"explicit,tag:0"`
	User     []byte `asn1:"explicit,tag:1"`
	Password []byte `asn1:"explicit,tag:2"`
}

const passwordCredentials = 1

// Marshal encodes the credentials as TSCredentials with TSPasswordCreds.
func (c Credentials) Marshal() ([]byte, error) {
	inner, err := asn1.Marshal(tsPasswordCreds{utf16le(c.Domain), utf16le(c.User), utf16le(c.Password)})
	if err != nil {
		return nil, err
	}
	return asn1.Marshal(tsCredentials{passwordCredentials, inner})
}

// ParseCredentials decodes TSCredentials.
func ParseCredentials(b []byte) (Credentials, error) {
	var outer tsCredentials
	if _, err := asn1.Unmarshal(b, &outer); err != nil {
		return Credentials{}, fmt.Errorf("malformed credentials: %w", err)
	}
	if outer.Type != passwordCredentials {
		return Credentials{}, fmt.Errorf("credentials of type %d", outer.Type)
	}
	var inner tsPasswordCreds
	if _, err := asn1.Unmarshal(outer.Credentials, &inner); err != nil {
		return Credentials{}, fmt.Errorf("malformed credentials: %w", err)
	}
	return Credentials{fromUTF16LE(inner.Domain), fromUTF16LE(inner.User), fromUTF16LE(inner.Password)}, nil
}

func utf16le(s string) []byte {
	b := []byte{}
	for _, u := range utf16.Encode([]rune(s)) {
		b = binary.LittleEndian.AppendUint16(b, u)
	}
	return b
}

func fromUTF16LE(b []byte) string {
	u := make([]uint16, len(b)/2)
	for i := range u {
		u[i] = binary.LittleEndian.Uint16(b[2*i:])
	}
	return string(utf16.Decode(u))
}
