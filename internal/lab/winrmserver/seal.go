package winrmserver

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
)

const (
	sealedType  = `multipart/encrypted;protocol="application/HTTP-SPNEGO-session-encrypted";boundary="Encrypted Boundary"`
	boundary    = "--Encrypted Boundary"
	octetStream = "\tContent-Type: application/octet-stream\r\n"
)

var errSealed = errors.New("malformed encrypted message")

// ntlmSeal protects messages with the keys of NTLM (MS-WSMV 2.2.9.1).
type ntlmSeal struct{ in, out *ntlmDirection }

func (n ntlmSeal) open(contentType string, body []byte) ([]byte, error) {
	if contentType != sealedType {
		return nil, errSealed
	}
	head, data, ok := bytes.Cut(body, []byte(octetStream))
	if !ok {
		return nil, errSealed
	}
	data, ok = bytes.CutSuffix(data, []byte(boundary+"--\r\n"))
	if !ok || len(data) < 20 || binary.LittleEndian.Uint32(data) != 16 {
		return nil, errSealed
	}
	plain, err := n.in.open(data[4:20], data[20:])
	if err != nil {
		return nil, err
	}
	if !bytes.Contains(head, fmt.Appendf(nil, ";Length=%d\r\n", len(plain))) {
		return nil, errSealed
	}
	return plain, nil
}

func (n ntlmSeal) seal(plain []byte) (string, []byte, error) {
	signature, text := n.out.seal(plain)
	var b bytes.Buffer
	fmt.Fprintf(&b, "%s\r\n\tContent-Type: application/HTTP-SPNEGO-session-encrypted\r\n\tOriginalContent: type=%s;Length=%d\r\n%s\r\n%s",
		boundary, soapType, len(plain), boundary, octetStream)
	b.Write([]byte{16, 0, 0, 0})
	b.Write(signature)
	b.Write(text)
	b.WriteString(boundary + "--\r\n")
	return sealedType, b.Bytes(), nil
}
