package winrmserver

import (
	"bytes"
	"crypto/hmac"
	"crypto/md5"
	"crypto/rand"
	"crypto/rc4"
	"encoding/binary"
	"errors"
	"fmt"
	"strings"
	"time"
	"unicode/utf16"

	"golang.org/x/crypto/md4" //nolint:staticcheck // NTLM is made of it
)

// Negotiate flags of MS-NLMP 2.2.2.5.
const (
	flagUnicode         = 1 << 0
	flagRequestTarget   = 1 << 2
	flagSign            = 1 << 4
	flagSeal            = 1 << 5
	flagNTLM            = 1 << 9
	flagAlwaysSign      = 1 << 15
	flagTargetServer    = 1 << 17
	flagExtendedSession = 1 << 19
	flagTargetInfo      = 1 << 23
	flagVersion         = 1 << 25
	flag128             = 1 << 29
	flagKeyExchange     = 1 << 30
	flag56              = 1 << 31
)

// Identifiers of MS-NLMP 2.2.2.1.
const (
	avEnd, avComputer, avDomain, avDNSComputer, avDNSDomain = 0, 1, 2, 3, 4
	avFlags, avTimestamp, avChannelBindings                 = 6, 7, 10
	avFlagMIC                                               = 2
)

var errLogon = errors.New("logon failure")

// ntlmServer is the server's side of NTLMv2 on one connection (MS-NLMP 3.2.5).
type ntlmServer struct {
	lookup    func(user string) (name, password string, ok bool)
	dropFlags uint32
	binding   []byte // of the TLS connection; nil over http
	strict    bool   // a logon without channel binding is refused

	negotiate, challengeMsg []byte
	nonce                   [8]byte
	user                    string
	in, out                 *ntlmDirection // nil without sealing
}

// ntlmDirection seals or opens the messages of one direction.
type ntlmDirection struct {
	signKey []byte
	cipher  *rc4.Cipher
	next    uint32
}

func hmacMD5(key []byte, data ...[]byte) []byte {
	h := hmac.New(md5.New, key)
	for _, d := range data {
		h.Write(d)
	}
	return h.Sum(nil)
}

func utf16le(s string) []byte {
	var b []byte
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

func ntlmMessageType(b []byte) uint32 {
	if len(b) < 32 || string(b[:8]) != "NTLMSSP\x00" {
		return 0
	}
	return binary.LittleEndian.Uint32(b[8:])
}

// field reads one of the length-offset pairs of a message.
func field(m []byte, at int) ([]byte, error) {
	if len(m) < at+8 {
		return nil, errors.New("NTLM message too short")
	}
	length, offset := int64(binary.LittleEndian.Uint16(m[at:])), int64(binary.LittleEndian.Uint32(m[at+4:]))
	if offset+length > int64(len(m)) {
		return nil, errors.New("NTLM field out of range")
	}
	return m[offset : offset+length], nil
}

// putField appends a value and writes its length-offset pair.
func putField(m []byte, at int, value []byte) []byte {
	binary.LittleEndian.PutUint16(m[at:], uint16(len(value)))
	binary.LittleEndian.PutUint16(m[at+2:], uint16(len(value)))
	binary.LittleEndian.PutUint32(m[at+4:], uint32(len(m)))
	return append(m, value...)
}

func appendPair(b []byte, id uint16, value []byte) []byte {
	b = binary.LittleEndian.AppendUint16(b, id)
	b = binary.LittleEndian.AppendUint16(b, uint16(len(value)))
	return append(b, value...)
}

func readPairs(b []byte) map[uint16][]byte {
	pairs := map[uint16][]byte{}
	for len(b) >= 4 {
		id, length := binary.LittleEndian.Uint16(b), int(binary.LittleEndian.Uint16(b[2:]))
		if id == avEnd || len(b) < 4+length {
			break
		}
		pairs[id] = b[4 : 4+length]
		b = b[4+length:]
	}
	return pairs
}

// fileTime is a moment in 100 ns since 1601.
func fileTime(t time.Time) []byte {
	const since1601 = 116444736000000000
	return binary.LittleEndian.AppendUint64(nil, uint64(t.UnixNano()/100)+since1601)
}

// step takes a token. done is true when the logon succeeded.
func (n *ntlmServer) step(token []byte) (answer []byte, done bool, err error) {
	switch ntlmMessageType(token) {
	case 1:
		return n.challenge(token), false, nil
	case 3:
		if n.challengeMsg == nil {
			return nil, false, errors.New("NTLM AUTHENTICATE without a challenge on this connection")
		}
		if err := n.authenticate(token); err != nil {
			return nil, false, err
		}
		return nil, true, nil
	}
	return nil, false, errors.New("not an NTLM message")
}

func (n *ntlmServer) challenge(negotiate []byte) []byte {
	n.negotiate = bytes.Clone(negotiate)
	// crypto/rand.Read does not fail.
	_, _ = rand.Read(n.nonce[:])
	asked := binary.LittleEndian.Uint32(negotiate[12:])
	flags := uint32(flagUnicode | flagRequestTarget | flagNTLM | flagTargetServer | flagTargetInfo | flagVersion)
	flags |= asked & (flagSign | flagSeal | flagAlwaysSign | flagExtendedSession | flag128 | flagKeyExchange | flag56)
	flags &^= n.dropFlags
	var info []byte
	for _, p := range []struct {
		id    uint16
		value []byte
	}{
		{avDomain, utf16le("LAB")}, {avComputer, utf16le("DHCP01")}, {avDNSDomain, utf16le("lab.test")},
		{avDNSComputer, utf16le("dhcp01.lab.test")}, {avTimestamp, fileTime(time.Now())}, {avEnd, nil},
	} {
		info = appendPair(info, p.id, p.value)
	}
	m := make([]byte, 56)
	copy(m, "NTLMSSP\x00\x02")
	m = putField(m, 12, utf16le("DHCP01"))
	binary.LittleEndian.PutUint32(m[20:], flags)
	copy(m[24:], n.nonce[:])
	m = putField(m, 40, info)
	copy(m[48:], []byte{10, 0, 0x63, 0x45, 0, 0, 0, 15})
	n.challengeMsg = m
	return m
}

func (n *ntlmServer) authenticate(m []byte) error {
	if len(m) < 64 {
		return errors.New("NTLM AUTHENTICATE too short")
	}
	var fields [4][]byte
	for i, at := range []int{20, 28, 36, 52} {
		var err error
		if fields[i], err = field(m, at); err != nil {
			return err
		}
	}
	response, domain, userName, sessionKey := fields[0], fields[1], fields[2], fields[3]
	user := fromUTF16LE(userName)
	name, password, ok := n.lookup(user)
	if !ok || len(response) < 44 {
		return errLogon
	}
	h := md4.New()
	h.Write(utf16le(password))
	key := hmacMD5(h.Sum(nil), utf16le(strings.ToUpper(user)), domain)
	proof := hmacMD5(key, n.nonce[:], response[16:])
	if !hmac.Equal(proof, response[:16]) {
		return errLogon
	}
	pairs := readPairs(response[44:])
	if err := n.checkBinding(pairs[avChannelBindings]); err != nil {
		return err
	}
	exported := hmacMD5(key, proof)
	flags := binary.LittleEndian.Uint32(m[60:])
	if flags&flagKeyExchange != 0 {
		if len(sessionKey) != 16 {
			return errors.New("NTLM session key missing")
		}
		exported = decryptRC4(exported, sessionKey)
	}
	if err := n.checkMIC(m, exported, pairs[avFlags]); err != nil {
		return err
	}
	n.user = name
	n.in, n.out = newDirection(exported, "client-to-server"), newDirection(exported, "server-to-client")
	return nil
}

// checkBinding compares the channel binding: one that is sent must be right, and with
// CbtHardeningLevel=Strict one must be sent.
func (n *ntlmServer) checkBinding(got []byte) error {
	if n.binding == nil {
		return nil
	}
	if got == nil || bytes.Equal(got, make([]byte, 16)) {
		if n.strict {
			return errors.New("channel binding missing")
		}
		return nil
	}
	if !bytes.Equal(got, bindingHash(n.binding)) {
		return errors.New("channel binding wrong")
	}
	return nil
}

// bindingHash is the MD5 of a gss_channel_bindings structure with application data only.
func bindingHash(data []byte) []byte {
	b := binary.LittleEndian.AppendUint32(make([]byte, 16), uint32(len(data)))
	sum := md5.Sum(append(b, data...))
	return sum[:]
}

func (n *ntlmServer) checkMIC(m, key, flags []byte) error {
	if len(flags) != 4 || flags[0]&avFlagMIC == 0 {
		return nil
	}
	if len(m) < 88 {
		return errors.New("NTLM MIC missing")
	}
	without := bytes.Clone(m)
	clear(without[72:88])
	if !hmac.Equal(hmacMD5(key, n.negotiate, n.challengeMsg, without), m[72:88]) {
		return errors.New("NTLM MIC wrong")
	}
	return nil
}

func decryptRC4(key, data []byte) []byte {
	out := make([]byte, len(data))
	newRC4(key).XORKeyStream(out, data)
	return out
}

// newRC4 makes a cipher from a key of 16 bytes, which cannot fail.
func newRC4(key []byte) *rc4.Cipher {
	c, err := rc4.NewCipher(key)
	if err != nil {
		panic(fmt.Sprintf("winrmserver: RC4 key of %d bytes", len(key)))
	}
	return c
}

func newDirection(key []byte, name string) *ntlmDirection {
	derive := func(kind string) []byte {
		sum := md5.Sum(append(bytes.Clone(key), "session key to "+name+" "+kind+" key magic constant\x00"...))
		return sum[:]
	}
	return &ntlmDirection{signKey: derive("signing"), cipher: newRC4(derive("sealing"))}
}

// signature takes the next sequence number and the next 8 bytes of the key stream.
func (d *ntlmDirection) signature(plain []byte) []byte {
	s := make([]byte, 16)
	s[0] = 1
	binary.LittleEndian.PutUint32(s[12:], d.next)
	d.cipher.XORKeyStream(s[4:12], hmacMD5(d.signKey, s[12:], plain)[:8])
	d.next++
	return s
}

func (d *ntlmDirection) seal(plain []byte) (signature, text []byte) {
	text = make([]byte, len(plain))
	d.cipher.XORKeyStream(text, plain)
	return d.signature(plain), text
}

func (d *ntlmDirection) open(signature, text []byte) ([]byte, error) {
	plain := make([]byte, len(text))
	d.cipher.XORKeyStream(plain, text)
	if !hmac.Equal(d.signature(plain), signature) {
		return nil, errors.New("NTLM signature wrong")
	}
	return plain, nil
}
