package credssp

import (
	"bytes"
	"crypto/tls"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"mime"
	"net"
	"strconv"
	"strings"
	"time"
)

const (
	protocol = "application/HTTP-CredSSP-session-encrypted"
	original = "application/soap+xml;charset=UTF-8"
	boundary = "--Encrypted Boundary"
	partSize = 16 << 10 // bytes of plain text in a part: one TLS record
)

// Records is the transport under a TLS connection that lives in HTTP messages.
type Records interface {
	Put(records []byte) // gives the TLS connection something to read
	Take() []byte       // takes what it wrote
	Unread() int        // bytes it has not read
}

// ErrNoMore is what a Records connection reads when it is empty. It is a temporary
// net.Error, after which a TLS connection goes on.
var ErrNoMore net.Error = noMore{}

type noMore struct{}

func (noMore) Error() string   { return "no more TLS records" }
func (noMore) Timeout() bool   { return false }
func (noMore) Temporary() bool { return true }

// MemoryConn gives a net.Conn the methods that mean nothing in memory.
type MemoryConn struct{}

// Close does nothing.
func (MemoryConn) Close() error { return nil }

// LocalAddr is a name, not an address.
func (MemoryConn) LocalAddr() net.Addr { return memoryAddr{} }

// RemoteAddr is a name, not an address.
func (MemoryConn) RemoteAddr() net.Addr { return memoryAddr{} }

// SetDeadline does nothing.
func (MemoryConn) SetDeadline(time.Time) error { return nil }

// SetReadDeadline does nothing.
func (MemoryConn) SetReadDeadline(time.Time) error { return nil }

// SetWriteDeadline does nothing.
func (MemoryConn) SetWriteDeadline(time.Time) error { return nil }

type memoryAddr struct{}

func (memoryAddr) Network() string { return "memory" }
func (memoryAddr) String() string  { return "memory" }

// Sealer seals and opens SOAP messages with the TLS connection of CredSSP
// (MS-WSMV 2.2.9.1.3.2). The connection must write one record at a time
// (tls.Config.DynamicRecordSizingDisabled).
type Sealer struct {
	Conn    *tls.Conn
	Records Records
}

// overhead is what stands before the ciphertext in a TLS record: its header, and a nonce
// or initialisation vector in the clear.
func overhead(state tls.ConnectionState) int {
	const header = 5
	if state.Version == tls.VersionTLS13 {
		return header
	}
	switch name := tls.CipherSuiteName(state.CipherSuite); {
	case strings.Contains(name, "_GCM_"), strings.Contains(name, "3DES"):
		return header + 8
	case strings.Contains(name, "_CBC_"):
		return header + 16
	}
	return header
}

// Seal gives the content type and the body of a message.
func (s *Sealer) Seal(msg []byte) (contentType string, body []byte, err error) {
	kind := "multipart/encrypted"
	if len(msg) > partSize {
		kind = "multipart/x-multi-encrypted"
	}
	var out bytes.Buffer
	for first := true; first || len(msg) > 0; first = false {
		plain := msg[:min(len(msg), partSize)]
		msg = msg[len(plain):]
		fmt.Fprintf(&out, "%s\r\n\tContent-Type: %s\r\n\tOriginalContent: type=%s;Length=%d\r\n%s\r\n\tContent-Type: application/octet-stream\r\n",
			boundary, protocol, original, len(plain), boundary)
		if err := s.sealPart(&out, plain); err != nil {
			return "", nil, err
		}
	}
	out.WriteString(boundary + "--\r\n")
	return kind + `;protocol="` + protocol + `";boundary="Encrypted Boundary"`, out.Bytes(), nil
}

// sealPart writes the length of the record's trailer, which is what the record holds
// behind the ciphertext of the text, and the record.
func (s *Sealer) sealPart(out *bytes.Buffer, plain []byte) error {
	if _, err := s.Conn.Write(plain); err != nil {
		return err
	}
	record := s.Records.Take()
	if n := recordsLength(record); len(plain) > 0 && (n != len(record) || len(record) != recordLength(record)) {
		return errors.New("one part of a sealed message took several TLS records")
	}
	trailer := max(len(record)-len(plain)-overhead(s.Conn.ConnectionState()), 0)
	out.Write(binary.LittleEndian.AppendUint32(nil, uint32(trailer)))
	out.Write(record)
	return nil
}

// recordLength is the length of the TLS record at the start of b, 0 when there is none.
func recordLength(b []byte) int {
	if len(b) < 5 || b[0] < 0x14 || b[0] > 0x18 {
		return 0
	}
	return 5 + int(binary.BigEndian.Uint16(b[3:]))
}

// recordsLength is the length of all TLS records at the start of b. It goes by their
// lengths: what is encrypted may look like a boundary, but no record starts with one.
func recordsLength(b []byte) int {
	n := 0
	for {
		next := recordLength(b[min(n, len(b)):])
		if next == 0 {
			return n
		}
		n += next
	}
}

// Errors of Open.
var (
	ErrNotSealed = errors.New("the message is not encrypted")
	errForm      = errors.New("the encrypted message is malformed")
)

// IsSealed tells whether a content type is that of a message sealed with CredSSP.
func IsSealed(contentType string) bool {
	kind, params, err := mime.ParseMediaType(contentType)
	return err == nil && (kind == "multipart/encrypted" || kind == "multipart/x-multi-encrypted") &&
		strings.EqualFold(params["protocol"], protocol)
}

// Open gives the text of a sealed message of at most limit bytes.
func (s *Sealer) Open(contentType string, body []byte, limit int) ([]byte, error) {
	if !IsSealed(contentType) {
		return nil, ErrNotSealed
	}
	var out []byte
	for part := 0; ; part++ {
		if end := bytes.TrimSpace(body); part > 0 && string(end) == boundary+"--" {
			return out, nil
		}
		length, records, rest, err := splitPart(body)
		if err != nil {
			return nil, err
		}
		if len(out)+length > limit {
			return nil, fmt.Errorf("the message is larger than %d bytes", limit)
		}
		plain, err := s.openPart(records, length)
		if err != nil {
			return nil, err
		}
		out, body = append(out, plain...), rest
	}
}

// splitPart takes the first part of a body: the length of its text and its TLS records.
func splitPart(body []byte) (length int, records, rest []byte, err error) {
	head, rest, ok := bytes.Cut(body, []byte("\tContent-Type: application/octet-stream\r\n"))
	if !ok || len(head) > 1024 || !bytes.HasPrefix(head, []byte(boundary+"\r\n")) || !bytes.Contains(head, []byte(protocol)) {
		return 0, nil, nil, errForm
	}
	_, number, ok := strings.Cut(string(head), "Length=")
	number, _, _ = strings.Cut(number, "\r\n")
	length, err = strconv.Atoi(strings.TrimSpace(number))
	if !ok || err != nil || length < 0 || length > partSize || len(rest) < 4 {
		return 0, nil, nil, errForm
	}
	rest = rest[4:] // the length of the trailer is of no use to a receiver
	n := recordsLength(rest)
	if n > len(rest) {
		return 0, nil, nil, errForm
	}
	return length, rest[:n], rest[n:], nil
}

// openPart decrypts the records of one part. Nothing may be left afterwards: it would
// slide into the next message.
func (s *Sealer) openPart(records []byte, length int) ([]byte, error) {
	s.Records.Put(records)
	plain := make([]byte, length)
	if _, err := io.ReadFull(s.Conn, plain); err != nil {
		return nil, fmt.Errorf("the message was altered: %w", err)
	}
	var one [1]byte
	if n, err := s.Conn.Read(one[:]); n != 0 || !errors.Is(err, ErrNoMore) || s.Records.Unread() != 0 {
		return nil, errForm
	}
	return plain, nil
}
