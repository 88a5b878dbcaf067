package windows

import (
	"slices"
	"sync"
	"testing"
	"time"
)

// flights runs a gatherer whose flights wait to be let go, and records what each took.
type flights struct {
	*gatherer[int]
	started chan []int
	release chan struct{}
	ended   sync.WaitGroup
}

func newFlights(slots, most, another int) *flights {
	f := &flights{started: make(chan []int), release: make(chan struct{})}
	f.gatherer = &gatherer[int]{
		slots: make(chan struct{}, slots), most: most, another: another, linger: time.Hour, prepare: func(int) {},
		fly: func(jobs []int) {
			f.started <- slices.Clone(jobs)
			<-f.release
			f.ended.Add(-len(jobs))
		},
	}
	return f
}

func (f *flights) addAll(jobs ...int) {
	f.ended.Add(len(jobs))
	for _, j := range jobs {
		f.add(j)
	}
}

func (f *flights) expectFlight(t *testing.T, want ...int) {
	t.Helper()
	if got := <-f.started; !slices.Equal(got, want) {
		t.Errorf("a flight took %v, want %v", got, want)
	}
}

func TestWhatWaitsGoesTogether(t *testing.T) {
	f := newFlights(4, 100, 100)
	f.addAll(1)
	f.expectFlight(t, 1)
	f.addAll(2, 3, 4)
	f.release <- struct{}{}
	f.expectFlight(t, 2, 3, 4)
	f.release <- struct{}{}
	f.ended.Wait()
}

func TestManyWaitingPayAnotherFlight(t *testing.T) {
	f := newFlights(2, 100, 3)
	f.addAll(1)
	f.expectFlight(t, 1)
	f.addAll(2, 3)
	f.addAll(4)
	f.expectFlight(t, 2, 3, 4) // while the first is still under way
	f.release <- struct{}{}
	f.release <- struct{}{}
	f.ended.Wait()
}

func TestFlightTakesWhatCameBeforeItsSlot(t *testing.T) {
	f := newFlights(1, 3, 100)
	f.slots <- struct{}{} // another gatherer holds the only slot
	f.addAll(1, 2, 3, 4)
	<-f.slots
	f.expectFlight(t, 1, 2, 3)
	f.release <- struct{}{}
	// One job is left, and the flight of three makes the next wait for as many.
	f.addAll(5, 6)
	f.expectFlight(t, 4, 5, 6)
	f.release <- struct{}{}
	f.ended.Wait()
}

func TestPauseEnds(t *testing.T) {
	f := newFlights(1, 100, 100)
	f.linger = time.Millisecond
	f.slots <- struct{}{}
	f.addAll(1, 2)
	<-f.slots
	f.expectFlight(t, 1, 2)
	f.release <- struct{}{}
	f.addAll(3) // comes alone: it leaves when the pause is over
	f.expectFlight(t, 3)
	f.release <- struct{}{}
	f.ended.Wait()
}

func TestRemovedJobNeverFlies(t *testing.T) {
	f := newFlights(1, 100, 100)
	f.slots <- struct{}{}
	f.addAll(1)
	f.add(2)
	if !f.remove(func(j int) bool { return j == 2 }) {
		t.Error("a waiting job could not be removed")
	}
	<-f.slots
	f.expectFlight(t, 1)
	if f.remove(func(j int) bool { return j == 1 }) {
		t.Error("a job under way was removed")
	}
	f.release <- struct{}{}
	f.ended.Wait()
}
