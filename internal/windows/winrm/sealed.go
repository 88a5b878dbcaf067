package winrm

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"mime"
	"strconv"
	"strings"
)

const boundary = "--Encrypted Boundary"

// sealedForm is the multipart form of an encrypted message (MS-WSMV 2.2.9.1). Its value
// is the protocol that the parts name.
type sealedForm string

const spnegoSealed sealedForm = "application/HTTP-SPNEGO-session-encrypted"

var errSealedForm = errors.New("the encrypted reply is malformed")

func (f sealedForm) contentType() string {
	return `multipart/encrypted;protocol="` + string(f) + `";boundary="Encrypted Boundary"`
}

// pack writes the one part of a message: the length of the signature, the signature and
// the encrypted text.
func (f sealedForm) pack(plainLength int, signature, text []byte) []byte {
	var b bytes.Buffer
	f.packHeaders(&b, plainLength)
	b.Write(binary.LittleEndian.AppendUint32(nil, uint32(len(signature))))
	b.Write(signature)
	b.Write(text)
	b.WriteString(boundary + "--\r\n")
	return b.Bytes()
}

func (f sealedForm) packHeaders(b *bytes.Buffer, plainLength int) {
	fmt.Fprintf(b, "%s\r\n\tContent-Type: %s\r\n\tOriginalContent: type=%s;Length=%d\r\n%s\r\n\tContent-Type: application/octet-stream\r\n",
		boundary, string(f), soapType, plainLength, boundary)
}

// check refuses a reply that is not encrypted, or in another way.
func (f sealedForm) check(r *reply, types ...string) error {
	kind, params, err := mime.ParseMediaType(r.header.Get("Content-Type"))
	if err == nil && strings.EqualFold(params["protocol"], string(f)) {
		for _, want := range types {
			if kind == want {
				return nil
			}
		}
	}
	return fmt.Errorf("the reply is not encrypted (HTTP %d, content type %q)", r.status, clean(r.header.Get("Content-Type")))
}

// unpack splits the one part of a reply. It goes by lengths: encrypted text may hold
// anything, the boundary too.
func (f sealedForm) unpack(r *reply) (signature, text []byte, err error) {
	if err := f.check(r, "multipart/encrypted"); err != nil {
		return nil, nil, err
	}
	length, data, err := f.part(r.body)
	if err != nil {
		return nil, nil, err
	}
	if len(data) < 4 {
		return nil, nil, errSealedForm
	}
	size := int64(binary.LittleEndian.Uint32(data))
	data = data[4:]
	if size != 16 || int64(len(data)) < size+int64(length) {
		return nil, nil, errSealedForm
	}
	if tail := data[size+int64(length):]; !bytes.Equal(bytes.TrimSpace(tail), []byte(boundary+"--")) {
		return nil, nil, errSealedForm
	}
	return data[:size], data[size : size+int64(length)], nil
}

// part reads the headers of the first part and gives the length of its plain text and
// what follows the headers. Tabs before header names may be missing.
func (f sealedForm) part(body []byte) (length int, data []byte, err error) {
	rest, ok := bytes.CutPrefix(body, []byte(boundary+"\r\n"))
	if !ok {
		return 0, nil, errSealedForm
	}
	head, rest, ok := bytes.Cut(rest, []byte(boundary+"\r\n"))
	if !ok || len(head) > 1024 || !bytes.Contains(head, []byte(f)) {
		return 0, nil, errSealedForm
	}
	_, number, ok := strings.Cut(string(head), "Length=")
	length, err = strconv.Atoi(strings.TrimSpace(number))
	if !ok || err != nil || length < 0 || length > maxReply {
		return 0, nil, errSealedForm
	}
	line, data, ok := bytes.Cut(rest, []byte("\r\n"))
	if !ok || string(bytes.TrimSpace(line)) != "Content-Type: application/octet-stream" {
		return 0, nil, errSealedForm
	}
	return length, data, nil
}
