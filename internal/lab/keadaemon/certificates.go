package keadaemon

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"testing"
	"time"
)

// Certificates are an authority with one server and one client certificate, as PEM.
type Certificates struct {
	CA                    string
	ServerCert, ServerKey string
	ClientCert, ClientKey string
}

// NewCertificates makes certificates for 127.0.0.1.
func NewCertificates(t testing.TB) *Certificates {
	t.Helper()
	authority := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "lab authority"},
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(24 * time.Hour),
		IsCA: true, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageCertSign | x509.KeyUsageDigitalSignature,
	}
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	must(t, err)
	raw, err := x509.CreateCertificate(rand.Reader, authority, authority, &key.PublicKey, key)
	must(t, err)
	c := &Certificates{CA: pemText("CERTIFICATE", raw)}
	c.ServerCert, c.ServerKey = issue(t, authority, key, 2, x509.ExtKeyUsageServerAuth)
	c.ClientCert, c.ClientKey = issue(t, authority, key, 3, x509.ExtKeyUsageClientAuth)
	return c
}

func issue(t testing.TB, authority *x509.Certificate, signer *ecdsa.PrivateKey, serial int64, usage x509.ExtKeyUsage) (cert, key string) {
	t.Helper()
	template := &x509.Certificate{
		SerialNumber: big.NewInt(serial), Subject: pkix.Name{CommonName: "lab"},
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(24 * time.Hour),
		KeyUsage: x509.KeyUsageDigitalSignature, ExtKeyUsage: []x509.ExtKeyUsage{usage},
		IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)},
	}
	own, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	must(t, err)
	raw, err := x509.CreateCertificate(rand.Reader, template, authority, &own.PublicKey, signer)
	must(t, err)
	rawKey, err := x509.MarshalPKCS8PrivateKey(own)
	must(t, err)
	return pemText("CERTIFICATE", raw), pemText("PRIVATE KEY", rawKey)
}

func pemText(kind string, raw []byte) string {
	return string(pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: raw}))
}

func (c *Certificates) write(t testing.TB, dir string) {
	t.Helper()
	for name, text := range map[string]string{"ca.crt": c.CA, "server.crt": c.ServerCert, "server.key": c.ServerKey} {
		file := filepath.Join(dir, name)
		must(t, os.WriteFile(file, []byte(text), 0o600))
		must(t, os.Chown(file, unprivileged, unprivileged))
	}
}

func (c *Certificates) client(withCertificate bool) *tls.Config {
	if c == nil {
		return nil
	}
	config := &tls.Config{MinVersion: tls.VersionTLS12, RootCAs: x509.NewCertPool()}
	config.RootCAs.AppendCertsFromPEM([]byte(c.CA))
	if pair, err := tls.X509KeyPair([]byte(c.ClientCert), []byte(c.ClientKey)); err == nil && withCertificate {
		config.Certificates = []tls.Certificate{pair}
	}
	return config
}
