package winrm

import (
	"context"
	"crypto/md5"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"io/fs"
	"net/http"
	"os"
	"strings"
	"sync"

	"github.com/jcmturner/gofork/encoding/asn1"
	"github.com/jcmturner/gokrb5/v8/client"
	krbconfig "github.com/jcmturner/gokrb5/v8/config"
	"github.com/jcmturner/gokrb5/v8/credentials"
	"github.com/jcmturner/gokrb5/v8/gssapi"
	"github.com/jcmturner/gokrb5/v8/iana/chksumtype"
	"github.com/jcmturner/gokrb5/v8/keytab"
	"github.com/jcmturner/gokrb5/v8/krberror"
	"github.com/jcmturner/gokrb5/v8/messages"
	"github.com/jcmturner/gokrb5/v8/spnego"
	"github.com/jcmturner/gokrb5/v8/types"
)

// kerberos is the one Kerberos client of a pool: it logs on once and keeps the service
// ticket.
type kerberos struct {
	mu     sync.Mutex
	client *client.Client
	spn    string
}

// newKerberos reads the files that config names; it talks to no KDC.
func newKerberos(config Config) (*kerberos, error) {
	k := config.Kerberos
	conf, err := loadKrbConfig(k.Config)
	if err != nil {
		return nil, configError(FieldKrbConfig, "%v", err)
	}
	user, realm, _ := strings.Cut(config.Username, "@")
	if k.Realm != "" {
		realm = k.Realm
	}
	if realm == "" {
		realm = conf.LibDefaults.DefaultRealm
	}
	if realm = strings.ToUpper(realm); realm == "" && k.CCache == "" {
		return nil, configError(FieldKrbRealm, "a realm is needed: here, in the user name (user@REALM), or as default_realm in krb5.conf")
	}
	out := &kerberos{spn: k.SPN}
	if out.spn == "" {
		out.spn = "HTTP/" + strings.ToLower(config.Host)
	}
	// FAST is switched off because Active Directory does not offer it by default.
	noFAST := client.DisablePAFXFAST(true)
	switch {
	case k.CCache != "":
		cache, err := credentials.LoadCCache(strings.TrimPrefix(k.CCache, "FILE:"))
		if err != nil {
			return nil, configError(FieldKrbCCache, "%v", err)
		}
		if out.client, err = client.NewFromCCache(cache, conf, noFAST); err != nil {
			return nil, configError(FieldKrbCCache, "%v; get a ticket with kinit", err)
		}
	case k.Keytab != "":
		table, err := keytab.Load(k.Keytab)
		if err != nil {
			return nil, configError(FieldKrbKeytab, "%v", err)
		}
		out.client = client.NewWithKeytab(user, realm, table, conf, noFAST)
	default:
		out.client = client.NewWithPassword(user, realm, config.Password, conf, noFAST)
	}
	return out, nil
}

func loadKrbConfig(path string) (*krbconfig.Config, error) {
	if path == "" {
		path = "/etc/krb5.conf"
		if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
			conf := krbconfig.New()
			conf.LibDefaults.DNSLookupKDC = true
			return conf, nil
		}
	}
	return krbconfig.Load(path)
}

func (k *kerberos) close() {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.client.Destroy()
}

// token makes a SPNEGO token for one request. The library cannot be cancelled: when ctx
// ends, its call goes on by itself until its own limits, a few seconds for each KDC.
func (k *kerberos) token(ctx context.Context, binding []byte) ([]byte, error) {
	type result struct {
		token []byte
		err   error
	}
	got := make(chan result, 1)
	go func() {
		token, err := k.makeToken(binding)
		got <- result{token, err}
	}()
	select {
	case r := <-got:
		return r.token, r.err
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	}
}

func (k *kerberos) makeToken(binding []byte) ([]byte, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if err := k.client.AffirmLogin(); err != nil {
		return nil, err
	}
	ticket, key, err := k.client.GetServiceTicket(k.spn)
	if err != nil {
		return nil, err
	}
	inner, err := spnego.NewKRB5TokenAPREQ(k.client, ticket, key, nil, nil)
	if err != nil {
		return nil, err
	}
	if inner.APReq, err = k.bound(ticket, key, binding); err != nil {
		return nil, err
	}
	mech, err := inner.Marshal()
	if err != nil {
		return nil, err
	}
	outer := spnego.SPNEGOToken{Init: true, NegTokenInit: spnego.NegTokenInit{
		MechTypes: []asn1.ObjectIdentifier{gssapi.OIDKRB5.OID()}, MechTokenBytes: mech,
	}}
	return outer.Marshal()
}

// bound makes the AP-REQ with the channel binding in its checksum (RFC 4121 4.1.1), for
// which the library has no option.
func (k *kerberos) bound(ticket messages.Ticket, key types.EncryptionKey, binding []byte) (messages.APReq, error) {
	auth, err := types.NewAuthenticator(k.client.Credentials.Domain(), k.client.Credentials.CName())
	if err != nil {
		return messages.APReq{}, err
	}
	sum := make([]byte, 24)
	binary.LittleEndian.PutUint32(sum, 16)
	copy(sum[4:], bindingHash(binding))
	binary.LittleEndian.PutUint32(sum[20:], gssapi.ContextFlagInteg|gssapi.ContextFlagConf)
	auth.Cksum = types.Checksum{CksumType: chksumtype.GSSAPI, Checksum: sum}
	return messages.NewAPReq(ticket, key, auth)
}

// bindingHash is the MD5 of the gss_channel_bindings structure (RFC 4121 4.1.1.2) that
// holds only application data.
func bindingHash(data []byte) []byte {
	b := make([]byte, 16, 20+len(data))
	b = binary.LittleEndian.AppendUint32(b, uint32(len(data)))
	sum := md5.Sum(append(b, data...))
	return sum[:]
}

// kerberosAuth sends a fresh token, made from the cached ticket, with each request.
type kerberosAuth struct {
	unsealed
	client *kerberos
}

func (a kerberosAuth) logon(context.Context, *session) *Error { return nil }
func (a kerberosAuth) bindsConnection() bool                  { return false }

func (a kerberosAuth) authorize(ctx context.Context, s *session, h http.Header) error {
	token, err := a.client.token(ctx, s.binding())
	if err != nil {
		return s.pool.kerberosError(err)
	}
	h.Set("Authorization", "Negotiate "+base64.StdEncoding.EncodeToString(token))
	return nil
}

// kerberosError reports a failure at the KDC. All but an unreachable KDC bars the pool:
// a wrong password counts towards the lock there too.
func (p *Pool) kerberosError(err error) error {
	e := &Error{Kind: KindAuth, Server: p.config.address(), Action: "logon", Detail: "no Kerberos ticket: " + clean(err.Error()), Err: err}
	// The library keeps the cause and the KDC's code as text only.
	switch text := err.Error(); {
	case strings.Contains(text, krberror.NetworkingError):
		e.Kind, e.transient = KindDial, true
		e.Advice = "No KDC of the realm answers; check krb_config and DNS"
		return e
	case strings.Contains(text, "KDC_ERR_PREAUTH_FAILED"):
		e.Advice = "The password or keytab is wrong. Nothing more is tried, so that the account is not locked"
	case strings.Contains(text, "KDC_ERR_S_PRINCIPAL_UNKNOWN"):
		e.Advice = "The realm has no service " + p.kerberos.spn + "; set krb_spn, or register it with setspn"
	case strings.Contains(text, "KDC_ERR_C_PRINCIPAL_UNKNOWN"):
		e.Advice = "The realm does not know the user"
	case strings.Contains(text, "CLIENT_REVOKED"):
		e.Advice = "The account is locked or disabled"
	case strings.Contains(text, "SKEW"):
		e.Advice = "The clocks of this machine and of the KDC differ too much"
	}
	return p.bar(e)
}
