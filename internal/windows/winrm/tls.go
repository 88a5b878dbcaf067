package winrm

import (
	"crypto"
	"crypto/tls"
	"crypto/x509"
	"errors"
)

// certPool reads PEM certificates; nil for none, which means the system's roots.
func certPool(pem []byte) (*x509.CertPool, error) {
	if len(pem) == 0 {
		return nil, nil
	}
	pool := x509.NewCertPool()
	if !pool.AppendCertsFromPEM(pem) {
		return nil, errors.New("it holds no certificate in PEM form")
	}
	return pool, nil
}

// tlsConfig is for the https connection; nil over http.
func (c Config) tlsConfig() (*tls.Config, error) {
	if !c.HTTPS {
		return nil, nil
	}
	roots, err := certPool(c.CACert)
	if err != nil {
		return nil, configError(FieldCACert, "%v", err)
	}
	t := &tls.Config{MinVersion: tls.VersionTLS12, RootCAs: roots, ServerName: c.Host, InsecureSkipVerify: c.Insecure}
	if c.TLSServerName != "" {
		t.ServerName = c.TLSServerName
	}
	if c.Auth == AuthCertificate {
		pair, err := tls.X509KeyPair(c.ClientCert, c.ClientKey)
		if err != nil {
			return nil, configError(FieldClientCert, "%v", err)
		}
		t.Certificates = []tls.Certificate{pair}
		// HTTP.SYS asks for the certificate after the handshake: by renegotiation in TLS
		// 1.2, by post-handshake authentication in 1.3, which crypto/tls does not have.
		t.MaxVersion = tls.VersionTLS12
		t.Renegotiation = tls.RenegotiateOnceAsClient
	}
	return t, nil
}

// endpointBinding is the channel binding of a TLS connection (RFC 5929,
// tls-server-end-point): the hash of the server's certificate, by the hash of its
// signature but never weaker than SHA-256.
func endpointBinding(cert *x509.Certificate) []byte {
	hash := crypto.SHA256
	switch cert.SignatureAlgorithm {
	case x509.SHA384WithRSA, x509.ECDSAWithSHA384, x509.SHA384WithRSAPSS:
		hash = crypto.SHA384
	case x509.SHA512WithRSA, x509.ECDSAWithSHA512, x509.SHA512WithRSAPSS:
		hash = crypto.SHA512
	}
	h := hash.New()
	h.Write(cert.Raw)
	return append([]byte("tls-server-end-point:"), h.Sum(nil)...)
}
