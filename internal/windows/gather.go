package windows

import (
	"sync"
	"time"
)

// gatherer sends what waits together. One flight is under way at a time, unless so much
// waits that another one pays; a flight takes what has come by the moment that it gets a
// slot. Nothing waits when nothing is under way. After a flight of several, callers come
// back almost together: the next one waits for as many, but not longer than linger.
type gatherer[J any] struct {
	prepare func(J)       // makes the server ready, before a flight takes its jobs; the first waiting one is told
	fly     func([]J)     // runs one flight and answers its jobs
	slots   chan struct{} // processes that may run at a time, shared by all gatherers of a client
	most    int           // jobs of one flight
	another int           // waiting jobs for which another flight beside the running ones pays
	linger  time.Duration

	mu      sync.Mutex
	waiting []J
	running int  // flights that have taken their jobs and not ended
	leaving bool // a flight waits for its slot
	pause   *time.Timer
	expect  int // jobs that end the pause
}

// add puts a job in line.
func (g *gatherer[J]) add(job J) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.waiting = append(g.waiting, job)
	g.launch()
}

// length is how many jobs are in line.
func (g *gatherer[J]) length() int {
	g.mu.Lock()
	defer g.mu.Unlock()
	return len(g.waiting)
}

// remove takes a job out of the line; false when its flight has taken it already.
func (g *gatherer[J]) remove(is func(J) bool) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	for i, job := range g.waiting {
		if is(job) {
			g.waiting = append(g.waiting[:i], g.waiting[i+1:]...)
			return true
		}
	}
	return false
}

// launch starts a flight when there is reason to. The caller holds the lock.
func (g *gatherer[J]) launch() {
	if g.leaving || len(g.waiting) == 0 {
		return
	}
	if g.pause != nil {
		if len(g.waiting) < g.expect {
			return
		}
		g.pause.Stop()
		g.pause = nil
	}
	if g.running > 0 && len(g.waiting) < g.another {
		return
	}
	g.leaving = true
	go g.flight()
}

func (g *gatherer[J]) flight() {
	g.slots <- struct{}{}
	if first, ok := g.first(); ok {
		g.prepare(first)
	}
	g.mu.Lock()
	n := min(len(g.waiting), g.most)
	jobs := append([]J(nil), g.waiting[:n]...)
	g.waiting = append([]J(nil), g.waiting[n:]...)
	g.leaving = false
	g.running++
	g.launch()
	g.mu.Unlock()

	if n > 0 {
		g.fly(jobs)
	}
	<-g.slots

	g.mu.Lock()
	defer g.mu.Unlock()
	g.running--
	if n > 1 && g.running == 0 && g.pause == nil {
		g.expect = n
		g.pause = time.AfterFunc(g.linger, g.resume)
	}
	g.launch()
}

func (g *gatherer[J]) first() (job J, ok bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if len(g.waiting) == 0 {
		return job, false
	}
	return g.waiting[0], true
}

// resume ends the pause after a flight.
func (g *gatherer[J]) resume() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.pause = nil
	g.launch()
}
