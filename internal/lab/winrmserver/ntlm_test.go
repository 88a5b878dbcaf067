package winrmserver_test

import (
	"context"
	"io"
	"net/http"
	"strconv"
	"strings"
	"testing"

	"github.com/Azure/go-ntlmssp"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/lab/winrmserver"
)

// TestForeignNTLMClient logs on with a client that this project does not use: the
// server's half of NTLM must not just agree with one library.
func TestForeignNTLMClient(t *testing.T) {
	s, err := winrmserver.New(winrmserver.Options{
		Exec:             func(context.Context, winrmserver.Session, string, io.Reader, io.Writer, io.Writer) int { return 0 },
		Users:            map[string]string{"svc": "Pässw0rd"},
		AllowUnencrypted: true,
		Offer:            []string{"Negotiate"},
	})
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	}()
	for password, want := range map[string]int{"Pässw0rd": http.StatusInternalServerError, "wrong": http.StatusUnauthorized} {
		transport := &http.Transport{}
		client := http.Client{Transport: ntlmssp.Negotiator{RoundTripper: transport}}
		// A message that needs a shell there is none of: a fault shows that it arrived.
		body := `<s:Envelope xmlns:s="http://www.w3.org/2003/05/soap-envelope"><s:Header><Action>x/Delete</Action></s:Header><s:Body/></s:Envelope>`
		req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, "http://127.0.0.1:"+strconv.Itoa(s.Port())+"/wsman", strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		req.SetBasicAuth(`LAB\svc`, password)
		resp, err := client.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		if resp.StatusCode != want {
			t.Errorf("HTTP %d, want %d", resp.StatusCode, want)
		}
		if err := resp.Body.Close(); err != nil {
			t.Error(err)
		}
		transport.CloseIdleConnections()
	}
	if got := s.Logons(); got != (winrmserver.Logons{Accepted: 1, Refused: 1}) {
		t.Errorf("logons %+v", got)
	}
}
