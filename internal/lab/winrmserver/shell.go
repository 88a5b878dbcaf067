package winrmserver

import (
	"bytes"
	"context"
	"errors"
	"io"
	"sync"
	"time"
)

// shell is one shell of a user with its commands.
type shell struct {
	id       string
	owner    Session
	commands map[string]*command
}

// command is one running or ended command.
type command struct {
	id     string
	stdin  *input
	stop   context.CancelFunc
	piece  int
	mu     sync.Mutex
	wake   chan struct{} // closed at each change
	stdout []byte
	stderr []byte
	done   bool
	exit   int
}

// input is standard input: it takes any amount and gives it to a reader that waits.
type input struct {
	mu     sync.Mutex
	filled *sync.Cond
	data   bytes.Buffer
	closed bool
	gone   bool // the process has ended
}

func newInput() *input {
	in := &input{}
	in.filled = sync.NewCond(&in.mu)
	return in
}

func (in *input) Read(b []byte) (int, error) {
	in.mu.Lock()
	defer in.mu.Unlock()
	for in.data.Len() == 0 {
		if in.closed {
			return 0, io.EOF
		}
		in.filled.Wait()
	}
	return in.data.Read(b)
}

var errProcessGone = errors.New("the process has ended")

func (in *input) write(b []byte, last bool) error {
	in.mu.Lock()
	defer in.mu.Unlock()
	if in.gone {
		return errProcessGone
	}
	in.data.Write(b)
	in.closed = in.closed || last
	in.filled.Broadcast()
	return nil
}

func (in *input) end() {
	in.mu.Lock()
	defer in.mu.Unlock()
	in.closed, in.gone = true, true
	in.filled.Broadcast()
}

// outputWriter is one of a command's output streams.
type outputWriter struct {
	c      *command
	stream *[]byte
}

func (w outputWriter) Write(b []byte) (int, error) {
	w.c.change(func() { *w.stream = append(*w.stream, b...) })
	return len(b), nil
}

func (c *command) change(f func()) {
	c.mu.Lock()
	defer c.mu.Unlock()
	f()
	close(c.wake)
	c.wake = make(chan struct{})
}

// run starts a command in a shell. s.mu is held.
func (s *Server) run(sh *shell, id, line string) {
	ctx, stop := context.WithCancel(context.Background())
	c := &command{id: id, stdin: newInput(), stop: stop, piece: s.options.OutputPiece, wake: make(chan struct{})}
	sh.commands[id] = c
	s.opened++
	s.work.Go(func() {
		code := s.options.Exec(ctx, sh.owner, line, c.stdin, outputWriter{c, &c.stdout}, outputWriter{c, &c.stderr})
		c.stdin.end()
		stop()
		c.change(func() { c.done, c.exit = true, code })
	})
}

// terminate ends a command, as its signal or the end of its shell does.
func (c *command) terminate() {
	c.stop()
	c.stdin.end()
}

// removeShell deletes a shell and gives its operations back. s.mu is held.
func (s *Server) removeShell(id string) {
	sh, ok := s.shells[id]
	if !ok {
		return
	}
	for _, c := range sh.commands {
		c.terminate()
		s.opened--
	}
	delete(s.shells, id)
}

// chunk is what one Receive brings.
type chunk struct {
	stdout, stderr []byte
	done           bool
	exit           int
}

// receive waits for output or the end, at most until ctx ends or the time is over.
func (c *command) receive(ctx context.Context, limit time.Duration) (chunk, bool) {
	timer := time.NewTimer(limit)
	defer timer.Stop()
	for {
		c.mu.Lock()
		out, ok := c.take()
		wake := c.wake
		c.mu.Unlock()
		if ok {
			return out, true
		}
		select {
		case <-wake:
		case <-timer.C:
			return chunk{}, false
		case <-ctx.Done():
			return chunk{}, false
		}
	}
}

// take gives what there is, cut anywhere. c.mu is held.
func (c *command) take() (chunk, bool) {
	if len(c.stdout)+len(c.stderr) == 0 && !c.done {
		return chunk{}, false
	}
	cut := func(stream *[]byte, most int) []byte {
		n := min(len(*stream), most)
		piece := (*stream)[:n:n]
		*stream = (*stream)[n:]
		return piece
	}
	out := chunk{stdout: cut(&c.stdout, c.piece)}
	out.stderr = cut(&c.stderr, c.piece-len(out.stdout))
	if c.done && len(c.stdout)+len(c.stderr) == 0 {
		out.done, out.exit = true, c.exit
	}
	return out, true
}
