package winrm

import (
	"bufio"
	"bytes"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"sync/atomic"
	"time"
)

const (
	maxReply    = 4 << 20   // bytes of one reply's body
	maxHeaders  = 64 << 10  // bytes of one reply's headers
	maxInterims = 4         // 1xx replies before the real one
	past        = 1_000_000 // a moment in the past, in Unix seconds
)

// wire is one connection and the HTTP exchanges on it, one at a time. net/http's
// Transport is not used: it may move a request to another connection, on which nobody
// is logged on, and does not say whether a request left.
type wire struct {
	conn   net.Conn
	reader *bufio.Reader
	limit  *io.LimitedReader
	tls    *tls.ConnectionState // nil over http
	broken bool
}

// reply is an HTTP answer with its body read.
type reply struct {
	status int
	header http.Header
	body   []byte
}

// countingConn counts what passes.
type countingConn struct {
	net.Conn
	sent, received *atomic.Int64
}

func (c countingConn) Read(b []byte) (int, error) {
	n, err := c.Conn.Read(b)
	c.received.Add(int64(n))
	return n, err
}

func (c countingConn) Write(b []byte) (int, error) {
	n, err := c.Conn.Write(b)
	c.sent.Add(int64(n))
	return n, err
}

// dial opens a connection, with TLS when config is not nil.
func (p *Pool) dial(ctx context.Context) (*wire, *Error) {
	ctx, cancel := context.WithTimeout(ctx, p.config.Timing.Dial)
	defer cancel()
	raw, err := p.config.Dial(ctx, "tcp", p.config.address())
	if err != nil {
		return nil, p.dialError(ctx, err)
	}
	p.stats.connections.Add(1)
	conn := net.Conn(countingConn{raw, &p.stats.sent, &p.stats.received})
	w := &wire{}
	if p.tls != nil {
		secured := tls.Client(conn, p.tls)
		if err := secured.HandshakeContext(ctx); err != nil {
			// The handshake failed; that it cannot be closed in order adds nothing.
			_ = raw.Close()
			return nil, p.tlsError(ctx, err)
		}
		state := secured.ConnectionState()
		conn, w.tls = secured, &state
	}
	w.conn = conn
	w.limit = &io.LimitedReader{R: conn}
	w.reader = bufio.NewReader(w.limit)
	return w, nil
}

func (w *wire) close() {
	w.broken = true
	// The connection is given up; an error on closing it changes nothing.
	_ = w.conn.Close()
}

// exchange sends one request and reads its reply. After an error, and after a reply that
// announces the end of the connection, the wire is broken.
func (w *wire) exchange(ctx context.Context, req *http.Request, body []byte) (*reply, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	req.Body, req.ContentLength = io.NopCloser(bytes.NewReader(body)), int64(len(body))
	stop := context.AfterFunc(ctx, func() {
		// Wakes a blocked Read or Write; on a closed connection there is none.
		_ = w.conn.SetDeadline(time.Unix(past, 0))
	})
	answer, err := w.roundTrip(req)
	if !stop() {
		w.close()
		if err != nil {
			err = errors.Join(ctx.Err(), err)
		}
	}
	if err != nil {
		w.close()
	}
	return answer, err
}

func (w *wire) roundTrip(req *http.Request) (*reply, error) {
	w.limit.N = maxReply + maxHeaders
	out := bufio.NewWriter(w.conn)
	if err := req.Write(out); err != nil {
		return nil, fmt.Errorf("sending the request: %w", err)
	}
	if err := out.Flush(); err != nil {
		return nil, fmt.Errorf("sending the request: %w", err)
	}
	for range maxInterims {
		resp, err := http.ReadResponse(w.reader, req)
		if err != nil {
			return nil, fmt.Errorf("reading the reply: %w", err)
		}
		if resp.StatusCode >= 200 {
			return w.read(resp)
		}
	}
	return nil, errors.New("the server does not get to the point of its reply")
}

func (w *wire) read(resp *http.Response) (*reply, error) {
	body, err := io.ReadAll(io.LimitReader(resp.Body, maxReply+1))
	if err != nil {
		return nil, fmt.Errorf("reading the reply: %w", err)
	}
	if len(body) > maxReply {
		return nil, fmt.Errorf("the reply is larger than %d bytes", maxReply)
	}
	if err := resp.Body.Close(); err != nil {
		return nil, fmt.Errorf("reading the reply: %w", err)
	}
	if resp.Close {
		w.close()
	}
	// Nothing was asked to be compressed, and what unpacks has no bound.
	if enc := resp.Header.Get("Content-Encoding"); enc != "" && enc != "identity" {
		return nil, fmt.Errorf("the reply is compressed (%s), which was not asked for", clean(enc))
	}
	return &reply{status: resp.StatusCode, header: resp.Header, body: body}, nil
}
