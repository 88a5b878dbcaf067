package engine

import (
	"context"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/lab/model"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/lab/pwsh"
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/windows/cmdlet"
)

// calls is where the functions of the lab's module hand in their bound calls, over HTTP on
// loopback. Every process has a token of its own, as part of its address, that says on
// which server it runs.
type calls struct {
	invoke func(context.Context, Call) model.Result
	// system runs what is no cmdlet of the module: of the Task Scheduler and of sessions.
	system func(caller, name string, args map[string]string) model.Result
	server *http.Server
	base   string
	served chan struct{}

	mu    sync.Mutex
	hosts map[string]Host
}

func listen(invoke func(context.Context, Call) model.Result, system func(caller, name string, args map[string]string) model.Result) (*calls, error) {
	listener, err := new(net.ListenConfig).Listen(context.Background(), "tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	c := &calls{invoke: invoke, system: system, base: "http://" + listener.Addr().String() + "/", served: make(chan struct{}), hosts: map[string]Host{}}
	c.server = &http.Server{Handler: c, ReadHeaderTimeout: 10 * time.Second}
	go func() {
		defer close(c.served)
		_ = c.server.Serve(listener) // it always ends with an error, the one of close
	}()
	return c, nil
}

// close ends the server with all connections.
func (c *calls) close() error {
	err := c.server.Close()
	<-c.served
	return err
}

// admit lets the process with a token call a server, until dismiss.
func (c *calls) admit(token string, h Host) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.hosts[token] = h
}

func (c *calls) dismiss(tokens ...string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, token := range tokens {
		delete(c.hosts, token)
	}
}

func (c *calls) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	c.mu.Lock()
	caller := strings.TrimPrefix(r.URL.Path, "/")
	host, known := c.hosts[caller]
	c.mu.Unlock()
	if !known {
		http.Error(w, "this process runs on no server of the lab", http.StatusForbidden)
		return
	}
	var request struct {
		Cmdlet string                     `json:"cmdlet"`
		Args   map[string]json.RawMessage `json:"args"`
	}
	if err := json.NewDecoder(r.Body).Decode(&request); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	result, err := c.run(r.Context(), caller, host, request.Cmdlet, request.Args)
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	_ = json.NewEncoder(w).Encode(answerOf(result)) // a process that is gone needs no answer
}

// run runs one bound call of a process.
func (c *calls) run(ctx context.Context, caller string, host Host, name string, args map[string]json.RawMessage) (model.Result, error) {
	if c.system != nil && cmdlet.Lookup(name) == nil {
		texts := map[string]string{}
		for parameter, raw := range args {
			var text string
			if err := json.Unmarshal(raw, &text); err != nil {
				return model.Result{}, fmt.Errorf("%s -%s: %w", name, parameter, err)
			}
			texts[parameter] = text
		}
		return c.system(caller, name, texts), nil
	}
	bound, err := pwsh.Bound(name, args)
	if err != nil {
		return model.Result{}, err
	}
	return c.invoke(ctx, Call{host, name, bound}), nil
}

// host returns the host of a process.
func (c *calls) host(token string) Host {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.hosts[token]
}
